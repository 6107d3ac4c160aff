import path from 'node:path';
import * as esbuild from 'esbuild';

/**
 * Follows imports within the repository. Libraries are left out (the lockfile has their versions), and files named by
 * `require.resolve`, such as webpack's loaders, are collected.
 */
const followOwnImports = (resolved: Set<string>): esbuild.Plugin => ({
  name: 'follow-own-imports',
  setup(build) {
    build.onResolve({ filter: /^/ }, ({ kind, path: name, resolveDir }) => {
      if (kind === 'require-resolve') {
        if (name.startsWith('.')) resolved.add(path.resolve(resolveDir, name));
        return { external: true };
      }
      const isOwn = (name.startsWith('.') && !name.includes('/node_modules/')) || name.startsWith('@shop/');
      return kind === 'entry-point' || isOwn ? undefined : { external: true };
    });
  },
});

const bundle = async (root: string, entryPoints: string[], resolved: Set<string>): Promise<string[]> => {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'out',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    logLevel: 'error',
    plugins: [followOwnImports(resolved)],
  });
  return Object.keys(metafile.inputs);
};

/**
 * Lists the files of the repository that run when a package is built: its webpack.config.ts, everything that imports,
 * and the loaders. Paths relative to `root`, sorted.
 */
export const listBuildSources = async (packageName: string, root: string): Promise<string[]> => {
  const loaders = new Set<string>();
  const ofConfig = await bundle(root, [path.join(root, packageName, 'webpack.config.ts')], loaders);
  const ofLoaders = loaders.size === 0 ? [] : await bundle(root, [...loaders], new Set());
  return [...new Set([...ofConfig, ...ofLoaders])].sort();
};
