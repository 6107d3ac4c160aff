import { build } from 'esbuild';

const bundled = new Map<string, Promise<string>>();

const bundle = async (name: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = require(${JSON.stringify(name)});`, resolveDir: __dirname },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    logLevel: 'silent',
    plugins: [{ name: 'own-sources', setup: (bundling) => bundling.onResolve({ filter: /^[^./]/ }, ({ path }) => (path.startsWith('@shop/') ? undefined : { path, external: true })) }],
  });
  return outputFiles[0]?.text ?? '';
};

/** One of our own singletons as a CommonJS file: its sources would have to be compiled, by a process that may start none. Once per process. */
export const bundleSingleton = (name: string): Promise<string> => {
  const known = bundled.get(name) ?? bundle(name);
  bundled.set(name, known);
  return known;
};
