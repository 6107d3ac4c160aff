/**
 * Run in a process of its own: `describeModule.cjs <node entry> <container name> <singletons as JSON>`. Loads a remote's
 * node build as the host's server does, and writes what its module says of itself as one line of JSON. Plain JavaScript, because a
 * compiler would take longer to start than all of it takes.
 */
const path = require('node:path');
const { createInstance } = require('@module-federation/enhanced/runtime');
const { watchGlobals } = require('../../server/watchGlobals.cjs');

const routesBelow = (routes, parent) =>
  routes.flatMap((route) => {
    const full = path.posix.join(parent, route.path ?? '');
    const own = route.index === true || (route.path !== undefined && !route.children?.length) ? [{ id: route.id ?? '', path: full }] : [];
    return [...own, ...routesBelow(route.children ?? [], full)];
  });

const describe = async (entry, name, singletons) => {
  const instance = createInstance({
    name: 'description',
    remotes: [{ name, entry, type: 'commonjs-module' }],
    shared: Object.fromEntries(
      Object.entries(singletons).map(([singleton, { version, from }]) => [
        singleton,
        { version, lib: () => require(from), strategy: 'loaded-first', shareConfig: { singleton: true, requiredVersion: `^${version}`, eager: true } },
      ]),
    ),
    plugins: [{ name: 'from-disk', loadEntry: async ({ remoteInfo }) => Object.values(require(remoteInfo.entry))[0] }], // the runtime checks its interface itself
  });
  for (const { from } of Object.values(singletons)) require(from); // what they bring is not the release's
  const changedGlobals = watchGlobals();
  const { contract, routes = [], slices = [], widgets = {} } = (await instance.loadRemote(`${name}/remote`))?.remote ?? {};
  return {
    contract: typeof contract === 'number' ? contract : 0,
    routes: routesBelow(routes, '/'),
    slices: slices.map(({ reducerPath }) => String(reducerPath)),
    widgets: Object.keys(widgets),
    changedGlobals: changedGlobals(),
  };
};

const [entry = '', name = '', singletons = '{}'] = process.argv.slice(2);
describe(path.resolve(entry), name, JSON.parse(singletons)).then(
  (description) => process.stdout.write(`${JSON.stringify(description)}\n`, () => process.exit(0)),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
