import path from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { providedSingletons } from '@shop/runtime/sharedDependencies';

const bundled = new Map<string, Promise<string>>();

/** Creates each bundle once per process. */
const memoize = (key: string, create: () => Promise<string>): Promise<string> => {
  const known = bundled.get(key) ?? create();
  bundled.set(key, known);
  known.catch(() => bundled.delete(key));
  return known;
};

const BUNDLING = {
  bundle: true,
  write: false,
  logLevel: 'silent',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
} as const;

const bundle = async (options: BuildOptions): Promise<string> => {
  const { outputFiles } = await build({ ...BUNDLING, ...options });
  return outputFiles?.[0]?.text ?? '';
};

/** File name of one of our own singletons, stored next to a release. */
export const getSingletonFile = (name: string): string => `singleton-${name.replaceAll(/\W+/g, '-')}.cjs`;

const isOwnSingleton = (name: string): boolean => name.startsWith('@shop/') && name in providedSingletons;

/**
 * Bundles our own sources. Packages are required from node_modules, and our singletons from their files next to the
 * release.
 */
const bundleOwnSources = (self?: string): Plugin => ({
  name: 'own-sources',
  setup: (bundling) =>
    bundling.onResolve({ filter: /^[^./]/ }, ({ path: name }) => {
      if (isOwnSingleton(name) && name !== self) return { path: `./${getSingletonFile(name)}`, external: true };
      return name.startsWith('@shop/') ? undefined : { path: name, external: true };
    }),
});

/** Bundles one of our own singletons as a CommonJS file, because the isolated process cannot compile its sources. */
export const bundleSingleton = (name: string): Promise<string> =>
  memoize(name, () =>
    bundle({
      stdin: { contents: `module.exports = require(${JSON.stringify(name)});`, resolveDir: __dirname },
      format: 'cjs',
      platform: 'node',
      plugins: [bundleOwnSources(name)],
    }),
  );

/** Bundles `renderPages` as a CommonJS file next to a release. */
export const bundleRenderPages = (): Promise<string> =>
  memoize('renderPages', () =>
    bundle({
      entryPoints: [path.join(__dirname, 'renderPages.tsx')],
      format: 'cjs',
      platform: 'node',
      plugins: [bundleOwnSources()],
    }),
  );

const PICTURE = "export default { src: '', avif: '', webp: '', width: 1, height: 1 };";
/** Pictures of the shell are not needed to try a page in it. */
const omitPictures: Plugin = {
  name: 'pictures',
  setup: (bundling) => {
    bundling.onResolve({ filter: /\.(?:avif|webp|jpg|png)(?:\?|$)/ }, ({ path: name }) => ({
      path: name,
      namespace: 'picture',
    }));
    bundling.onLoad({ filter: /^/, namespace: 'picture' }, () => ({ contents: PICTURE }));
  },
};

/** jsdom has no layout, and does not parse all the syntax we use. */
const injectStyles = (styles: string): string =>
  `if ('checkVisibility' in Element.prototype) document.head.appendChild(document.createElement('style')).textContent = ${JSON.stringify(styles)};`;

/** Bundles `openPages` as a browser script, with everything a host provides to remotes and its shell around them. */
export const bundleOpenPages = (): Promise<string> =>
  memoize('openPages', async () => {
    const { outputFiles = [] } = await build({
      ...BUNDLING,
      entryPoints: [path.join(__dirname, 'openPages.tsx')],
      outdir: '/',
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      minify: true,
      loader: { '.module.css': 'local-css', '.woff2': 'empty' },
      plugins: [omitPictures],
    });
    const read = (extension: string): string =>
      outputFiles.find(({ path: file }) => file.endsWith(extension))?.text ?? '';
    return `${injectStyles(read('.css'))}\n${read('.js')}`;
  });
