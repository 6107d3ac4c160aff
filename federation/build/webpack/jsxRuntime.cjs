// Development builds create elements with React's development runtime, which the production React of a running shop
// does not support. In such a shop (?remote.mfe-x=http://localhost:…), a dev server's remote uses the production
// runtime instead.
const React = require('react');

const isDevelopment = typeof React.captureOwnerStack === 'function';
const runtime = isDevelopment
  ? require('../../../node_modules/react/cjs/react-jsx-runtime.development.js')
  : require('../../../node_modules/react/cjs/react-jsx-runtime.production.js');

module.exports = { ...runtime, jsxDEV: runtime.jsx };
