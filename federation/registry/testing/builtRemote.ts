import { contentName, plainName } from '@shop/build/contentName';
import { hashContent } from '@shop/build/hashContent';
import { hashPackageName } from '@shop/build/moduleClasses';
import type { Audience, RemoteId } from '@shop/runtime/remotes';
import type { MenuLink } from '@shop/shared/remote';
import type { HostDescription, ReleaseUpload } from '..';

/** Properties a test can set; the rest has valid defaults. */
interface Built {
  readonly remote?: RemoteId;
  readonly version?: string;
  readonly text?: string;
  readonly contract?: number;
  readonly audience?: Audience;
  readonly mounts?: readonly string[];
  readonly routes?: readonly { readonly id: string; readonly path: string }[];
  readonly slices?: readonly string[];
  /** Code that each slice's reducer runs, with its `action`. */
  readonly reducer?: string;
  readonly widgets?: readonly string[];
  /** Its links in the header's menu. */
  readonly menu?: readonly MenuLink[];
  /** Names of its widgets, by the slots of other remotes' pages that they fill. */
  readonly fills?: Readonly<Record<string, string>>;
  /** Code that each widget runs when it is rendered. */
  readonly widget?: string;
  readonly exposes?: readonly string[];
  readonly requires?: Readonly<Record<string, string>>;
  /** Imported names by singleton; undefined as in older builds. */
  readonly imports?: Readonly<Record<string, readonly string[]>>;
  readonly uses?: { readonly routes: readonly string[]; readonly widgets: readonly string[] };
  readonly owner?: string;
  readonly budget?: NonNullable<ReleaseUpload['budget']>;
  /** Incompressible text for its first page. */
  readonly ballast?: string;
  /** Code at the start of its node build. */
  readonly nodeCode?: string;
  /** Code at the start of its web build. */
  readonly webCode?: string;
  /**
   * Code that the component of each route runs before it renders a heading. Without it, routes render nothing, and no
   * browser can run the build.
   */
  readonly component?: string;
  /** Browser of its publisher; undefined: none. */
  readonly openedIn?: string | undefined;
  readonly picture?: string;
  readonly styles?: string;
}

/** A handwritten Module Federation container, which uses the host's React. */
const createContainer = (
  module: unknown,
  component: string | undefined,
  reducer: string,
  widget: string,
): string => `(() => {
  const made = ${JSON.stringify(module)};
  let scope;
  const show = (React) => () => { ${component ?? ''}; return React.createElement('h1', null, 'Gifts'); };
  const get = async () => {
    const slices = made.slices.map((slice) => ({ ...slice, reducer: (state = null, action) => { ${reducer}; return state; } }));
    const shared = Object.values(scope?.react ?? {})[0];
    const Component = ${component === undefined ? 'undefined' : 'show(shared.lib ? shared.lib() : (await shared.get())())'};
    const routes = made.routes.map((route) => (Component ? { ...route, Component } : route));
    const widgets = Object.fromEntries(Object.keys(made.widgets).map((name) => [name, () => { ${widget}; return null; }]));
    return () => ({ remote: { ...made, slices, routes, widgets } });
  };
  return { init(given) { scope = given; }, get };
})()`;

/** Names scripts and styles by their content; keys are plain names. */
const nameFiles = (contents: Readonly<Record<string, string>>): Map<string, readonly [name: string, content: string]> =>
  new Map(
    Object.entries(contents).map(([plain, content]) => [
      plain,
      [contentName(plain, hashContent(Buffer.from(content))), content],
    ]),
  );

const toAssets = (js: readonly string[], css: readonly string[]) => ({
  js: { sync: js, async: ['12.1.js', 'blog.1.js'] },
  css: { sync: css, async: ['blog.1.css'] },
});

/** Creates a small remote like a build does: its node build runs, and its manifest lists its files. */
export const builtRemote = ({
  remote = 'mfe-home',
  version,
  text = 'one',
  contract = 1,
  audience,
  mounts = ['/'],
  routes = mounts.map((mount) => ({ id: `${remote}.${mount}`, path: mount === '/' ? '' : mount.slice(1) })),
  slices = [],
  reducer = '',
  widgets = [],
  menu,
  fills,
  widget = '',
  exposes = ['./remote'],
  requires = { react: '^19.3.1' },
  imports,
  uses = { routes: [], widgets: [] },
  owner,
  budget,
  ballast = '',
  nodeCode = '',
  webCode = '',
  component,
  picture,
  styles = `@layer features{.Page-module_page_${hashPackageName(remote)}a1b{}}`,
  ...opened
}: Built = {}): ReleaseUpload => {
  const name = remote.replaceAll('-', '_');
  const module = {
    contract,
    routes: routes.map(({ id, path }) => (path === '' ? { id, index: true } : { id, path })),
    slices: slices.map((reducerPath) => ({ reducerPath })),
    widgets: Object.fromEntries(widgets.map((widget) => [widget, null])),
    ...(menu || fills ? { slots: { ...(menu ? { 'header-menu': menu } : {}), ...fills } } : {}),
  };
  const entry =
    component === undefined
      ? `/* ${text} */`
      : `${webCode}\n/* ${text} */ var ${name} = ${createContainer(module, component, reducer, widget)};`;
  const web = nameFiles({
    'web.js': entry,
    'remote.js': `/* ${text} ${ballast} */`,
    'remote.css': styles,
  });
  const toFileName = (plain: string): string => web.get(plain)?.[0] ?? plain;
  const manifest = (file: string): string =>
    JSON.stringify({
      metaData: { remoteEntry: { name: file }, globalName: name },
      shared: Object.entries(requires).map(([singleton, requiredVersion]) => ({ name: singleton, requiredVersion })),
      exposes: exposes.map((path) => ({
        path,
        assets: toAssets(
          file.startsWith('web') ? [toFileName('remote.js')] : [],
          file.startsWith('web') ? [toFileName('remote.css')] : [],
        ),
      })),
    });
  const files = new Map(
    Object.entries({
      'web/mf-manifest.json': manifest(toFileName('web.js')),
      ...Object.fromEntries([...web.values()].map(([file, content]) => [`web/${file}`, content])),
      ...(picture === undefined ? {} : { 'web/ring.1a2b3c4d-480.webp': picture }),
      'web/uses.json': JSON.stringify(uses),
      ...(imports ? { 'web/shared-exports.json': JSON.stringify({ imports, exports: {} }) } : {}),
      'node/mf-manifest.json': manifest('node.1.js'),
      'node/node.1.js': `${nodeCode}\n/* ${text} */ exports[${JSON.stringify(name)}] = ${createContainer(module, component, reducer, widget)};`,
    }).map(([file, content]) => [file, Buffer.from(content)]),
  );
  return {
    remote,
    version,
    packageVersion: '1.0.0',
    ...(audience ? { audience } : {}),
    mounts,
    missingTitle: 'This page is not loading',
    ...(owner === undefined ? {} : { owner }),
    ...(budget ? { budget } : {}),
    openedIn: 'openedIn' in opened ? opened.openedIn : 'no browser',
    files,
    hashes: Object.fromEntries([...files].map(([file, content]) => [file, hashContent(content)])),
  };
};

/** Returns the file with a plain name: "web/remote.4ks1OpQZLNPdcwcm.js" for "web/remote.js". */
export const findFile = (hashes: Readonly<Record<string, string>>, plain: string): string => {
  const found = Object.keys(hashes).find((name) => plainName(name) === plain);
  if (found === undefined) throw new Error(`There is no ${plain} among ${Object.keys(hashes).join(', ')}`);
  return found;
};

/** Adds, replaces or removes a file of an upload, with correct hashes. */
export const withFile = (upload: ReleaseUpload, name: string, content: string | Buffer | undefined): ReleaseUpload => {
  const files = new Map(upload.files);
  if (content === undefined) files.delete(name);
  else files.set(name, Buffer.from(content));
  return { ...upload, files, hashes: Object.fromEntries([...files].map(([file, body]) => [file, hashContent(body)])) };
};

/** Creates the description of a host that can run the shop's remotes. */
export const aHost = (overrides: Partial<HostDescription> = {}): Omit<HostDescription, 'seenAt'> => ({
  version: 'h1',
  contracts: [1],
  singletons: { react: '19.3.1', 'react-dom': '19.3.1' },
  slices: ['auth', 'cart'],
  audiences: ['shoppers', 'staff'],
  reservedPaths: ['/api', '/federation'],
  exposes: ['./remote'],
  uses: { routes: ['/cart', '/orders/:1'], widgets: ['CartDrawer'] },
  ...overrides,
});
