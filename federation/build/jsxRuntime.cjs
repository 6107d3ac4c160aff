// Development builds make elements in React's own way of development, which the production React of a running shop does
// not know. A dev server's remote inside such a shop (?remote.mfe-x=http://localhost:…) makes them in the other way.
const React = require('react');

const isDevelopment = typeof React.captureOwnerStack === 'function';
const runtime = isDevelopment
  ? require('../../node_modules/react/cjs/react-jsx-runtime.development.js')
  : require('../../node_modules/react/cjs/react-jsx-runtime.production.js');

module.exports = { ...runtime, jsxDEV: runtime.jsx };
