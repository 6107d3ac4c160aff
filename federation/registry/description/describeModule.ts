import { createRequire } from 'node:module';
import path from 'node:path';
import { createInstance } from '@module-federation/enhanced/runtime';
import { providedSingletons } from '../../sharedDependencies';
import type { ModuleDescription } from '../release';

/**
 * Run in a process of its own: `describeModule.ts <node entry> <container name>`. Loads a remote's node build as the host's server does,
 * and writes what its module says of itself as one line of JSON.
 */
const load = createRequire(__filename) as (name: string) => unknown; // narrows what it gives: it is looked at below

interface Route {
  readonly id?: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly children?: readonly Route[];
}

const routesBelow = (routes: readonly Route[], parent: string): ModuleDescription['routes'] =>
  routes.flatMap((route) => {
    const full = path.posix.join(parent, route.path ?? '');
    const own = route.index === true || (route.path !== undefined && !route.children?.length) ? [{ id: route.id ?? '', path: full }] : [];
    return [...own, ...routesBelow(route.children ?? [], full)];
  });

const describe = async (entry: string, name: string): Promise<ModuleDescription> => {
  const instance = createInstance({
    name: 'description',
    remotes: [{ name, entry, type: 'commonjs-module' }],
    shared: Object.fromEntries(
      Object.entries(providedSingletons).map(([singleton, version]) => [
        singleton,
        { version, lib: () => load(singleton), strategy: 'loaded-first' as const, shareConfig: { singleton: true, requiredVersion: `^${version}`, eager: true } },
      ]),
    ),
    plugins: [
      {
        name: 'from-disk',
        loadEntry: async ({ remoteInfo }) => Object.values(load(remoteInfo.entry) as Record<string, unknown>)[0] as never, // the runtime checks its interface itself
      },
    ],
  });
  const loaded = await instance.loadRemote<{ remote?: { contract?: unknown; routes?: readonly Route[]; slices?: readonly { reducerPath?: unknown }[]; widgets?: object } }>(`${name}/remote`);
  const { contract, routes = [], slices = [], widgets = {} } = loaded?.remote ?? {};
  return {
    contract: typeof contract === 'number' ? contract : 0,
    routes: routesBelow(routes, '/'),
    slices: slices.map(({ reducerPath }) => String(reducerPath)),
    widgets: Object.keys(widgets),
  };
};

const [entry = '', name = ''] = process.argv.slice(2);
describe(path.resolve(entry), name).then(
  (description) => process.stdout.write(`${JSON.stringify(description)}\n`, () => process.exit(0)),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
