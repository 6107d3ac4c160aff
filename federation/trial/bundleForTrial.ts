import path from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { providedSingletons } from '../sharedDependencies';

const bundled = new Map<string, Promise<string>>();

/** Bundles are made once per process. */
const once = (key: string, make: () => Promise<string>): Promise<string> => {
  const known = bundled.get(key) ?? make();
  bundled.set(key, known);
  known.catch(() => bundled.delete(key));
  return known;
};

const bundle = async (options: BuildOptions): Promise<string> => {
  const { outputFiles } = await build({
    bundle: true,
    write: false,
    logLevel: 'silent',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
};

/** What a file of one of our own singletons is called beside a release. */
export const singletonFile = (name: string): string => `singleton-${name.replaceAll(/\W+/g, '-')}.cjs`;

const isOwnSingleton = (name: string): boolean => name.startsWith('@shop/') && name in providedSingletons;

/**
 * Packages are required from where they are; our sources are bundled, and our singletons are the files beside the
 * release.
 */
const ownSources = (self?: string): Plugin => ({
  name: 'own-sources',
  setup: (bundling) =>
    bundling.onResolve({ filter: /^[^./]/ }, ({ path: name }) => {
      if (isOwnSingleton(name) && name !== self) return { path: `./${singletonFile(name)}`, external: true };
      return name.startsWith('@shop/') ? undefined : { path: name, external: true };
    }),
});

/**
 * One of our own singletons as a CommonJS file: its sources would have to be compiled, by a process that may start
 * none.
 */
export const bundleSingleton = (name: string): Promise<string> =>
  once(name, () =>
    bundle({
      stdin: { contents: `module.exports = require(${JSON.stringify(name)});`, resolveDir: __dirname },
      format: 'cjs',
      platform: 'node',
      plugins: [ownSources(name)],
    }),
  );

/** `renderPages` as a CommonJS file beside a release. */
export const bundleRenderPages = (): Promise<string> =>
  once('renderPages', () =>
    bundle({
      entryPoints: [path.join(__dirname, 'renderPages.tsx')],
      format: 'cjs',
      platform: 'node',
      plugins: [ownSources()],
    }),
  );

/** `openPages` as a script for a browser, with all that a host gives to remotes. */
export const bundleOpenPages = (): Promise<string> =>
  once('openPages', () =>
    bundle({
      entryPoints: [path.join(__dirname, 'openPages.tsx')],
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      minify: true,
    }),
  );
