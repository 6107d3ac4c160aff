/**
 * Run in a process of its own: `describeModule.cjs <node entry> <container name> <versions of the singletons as JSON>`. Loads a remote's
 * node build as the host's server does, and writes what its module says of itself as one line of JSON. Plain JavaScript, because a
 * compiler would take longer to start than all of it takes.
 */
const path = require('node:path');
const { createInstance } = require('@module-federation/enhanced/runtime');

const routesBelow = (routes, parent) =>
  routes.flatMap((route) => {
    const full = path.posix.join(parent, route.path ?? '');
    const own = route.index === true || (route.path !== undefined && !route.children?.length) ? [{ id: route.id ?? '', path: full }] : [];
    return [...own, ...routesBelow(route.children ?? [], full)];
  });

const loadSingleton = (name) => {
  if (name.startsWith('@shop/')) require('tsx/cjs/api').register(); // our own packages are sources
  return require(name);
};

const describe = async (entry, name, versions) => {
  const instance = createInstance({
    name: 'description',
    remotes: [{ name, entry, type: 'commonjs-module' }],
    shared: Object.fromEntries(
      Object.entries(versions).map(([singleton, version]) => [
        singleton,
        { version, lib: () => loadSingleton(singleton), strategy: 'loaded-first', shareConfig: { singleton: true, requiredVersion: `^${version}`, eager: true } },
      ]),
    ),
    plugins: [{ name: 'from-disk', loadEntry: async ({ remoteInfo }) => Object.values(require(remoteInfo.entry))[0] }], // the runtime checks its interface itself
  });
  const { contract, routes = [], slices = [], widgets = {} } = (await instance.loadRemote(`${name}/remote`))?.remote ?? {};
  return {
    contract: typeof contract === 'number' ? contract : 0,
    routes: routesBelow(routes, '/'),
    slices: slices.map(({ reducerPath }) => String(reducerPath)),
    widgets: Object.keys(widgets),
  };
};

const [entry = '', name = '', versions = '{}'] = process.argv.slice(2);
describe(path.resolve(entry), name, JSON.parse(versions)).then(
  (description) => process.stdout.write(`${JSON.stringify(description)}\n`, () => process.exit(0)),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
