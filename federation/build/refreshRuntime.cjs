// One refresh runtime for host and remotes: each would otherwise keep its own list of components, and see only its own.
module.exports =
  globalThis.__shopRefreshRuntime ??= require('../../node_modules/react-refresh/cjs/react-refresh-runtime.development.js');
