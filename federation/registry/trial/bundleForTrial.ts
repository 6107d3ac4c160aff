import path from 'node:path';
import { repositoryRoot } from '@shop/build/repositoryRoot';
import { build, type Plugin } from 'esbuild';

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

/** Bundles `describeModule` with everything a host provides to remotes into one CommonJS file. */
export const bundleDescribeModule = (): Promise<string> =>
  memoize('describeModule', async () => {
    const { outputFiles } = await build({
      ...BUNDLING,
      entryPoints: [path.join(__dirname, '../description/describeModule.ts')],
      format: 'cjs',
      platform: 'node',
    });
    return outputFiles[0]?.text ?? '';
  });

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

const injectStyles = (styles: string): string =>
  `document.head.appendChild(document.createElement('style')).textContent = ${JSON.stringify(styles)};`;

/** Bundles the host's script of a trial for the browser: its shell, and everything it provides to remotes. */
export const bundleOpenPages = (): Promise<string> =>
  memoize('openPages', async () => {
    const { outputFiles = [] } = await build({
      ...BUNDLING,
      entryPoints: [path.join(repositoryRoot, 'host/src/trial/openPages.ts')],
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
