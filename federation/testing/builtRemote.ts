import { hashOf, type HostDescription, type ReleaseUpload } from '../registry';
import type { RemoteId } from '../remotes';

/** What a test says of a remote; the rest is as it should be. */
interface Built {
  readonly remote?: RemoteId;
  readonly version?: string;
  readonly text?: string;
  readonly contract?: number;
  readonly mounts?: readonly string[];
  readonly routes?: readonly { readonly id: string; readonly path: string }[];
  readonly slices?: readonly string[];
  readonly widgets?: readonly string[];
  readonly exposes?: readonly string[];
  readonly requires?: Readonly<Record<string, string>>;
  /** Names it imports by singleton; undefined for a build from before they were written down. */
  readonly imports?: Readonly<Record<string, readonly string[]>>;
  readonly uses?: { readonly routes: readonly string[]; readonly widgets: readonly string[] };
  /** Letters of its first page that do not compress. */
  readonly ballast?: string;
  /** Put into its node build, before anything else. */
  readonly nodeCode?: string;
}

const assetsOf = (js: readonly string[], css: readonly string[]) => ({ js: { sync: js, async: ['12.1.js', 'blog.1.js'] }, css: { sync: css, async: ['blog.1.css'] } });

/** A small remote as a build would leave it: its node build runs, its manifest names its files. */
export const builtRemote = ({
  remote = 'mfe-home',
  version,
  text = 'one',
  contract = 1,
  mounts = ['/'],
  routes = mounts.map((mount) => ({ id: `${remote}.${mount}`, path: mount === '/' ? '' : mount.slice(1) })),
  slices = [],
  widgets = [],
  exposes = ['./remote'],
  requires = { react: '^19.3.1' },
  imports,
  uses = { routes: [], widgets: [] },
  ballast = '',
  nodeCode = '',
}: Built = {}): ReleaseUpload => {
  const name = remote.replaceAll('-', '_');
  const manifest = (entry: string): string =>
    JSON.stringify({
      metaData: { remoteEntry: { name: entry }, globalName: name },
      shared: Object.entries(requires).map(([singleton, requiredVersion]) => ({ name: singleton, requiredVersion })),
      exposes: exposes.map((path) => ({ path, assets: assetsOf(entry.startsWith('web') ? ['remote.1.js'] : [], entry.startsWith('web') ? ['remote.1.css'] : []) })),
    });
  const module = { contract, routes: routes.map(({ id, path }) => (path === '' ? { id, index: true } : { id, path })), slices: slices.map((reducerPath) => ({ reducerPath })), widgets: Object.fromEntries(widgets.map((widget) => [widget, null])) };
  const files = new Map(
    Object.entries({
      'web/mf-manifest.json': manifest('web.1.js'),
      'web/web.1.js': `/* ${text} */`,
      'web/remote.1.js': `/* ${text} ${ballast} */`,
      'web/remote.1.css': '@layer features{.Page-module_page_a1b2c{}}',
      'web/uses.json': JSON.stringify(uses),
      ...(imports ? { 'web/shared-exports.json': JSON.stringify({ imports, exports: {} }) } : {}),
      'node/mf-manifest.json': manifest('node.1.js'),
      'node/node.1.js': `${nodeCode}\n/* ${text} */ exports[${JSON.stringify(name)}] = { init() {}, async get() { return () => ({ remote: ${JSON.stringify(module)} }); } };`,
    }).map(([file, content]) => [file, Buffer.from(content)]),
  );
  return { remote, version, packageVersion: '1.0.0', mounts, missingTitle: 'This page is not loading', files, hashes: Object.fromEntries([...files].map(([file, content]) => [file, hashOf(content)])) };
};

/** A host that runs the shop's remotes. */
export const aHost = (overrides: Partial<HostDescription> = {}): Omit<HostDescription, 'seenAt'> => ({
  version: 'h1',
  contracts: [1],
  singletons: { react: '19.3.1', 'react-dom': '19.3.1' },
  slices: ['auth', 'cart'],
  reservedPaths: ['/api', '/federation'],
  exposes: ['./remote'],
  uses: { routes: ['/cart', '/orders/:1'], widgets: ['CartDrawer'] },
  ...overrides,
});
