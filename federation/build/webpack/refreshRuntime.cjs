// A single refresh runtime for host and remotes. Otherwise each would track only its own components.
module.exports =
  globalThis.__shopRefreshRuntime ??= require('../../../node_modules/react-refresh/cjs/react-refresh-runtime.development.js');
