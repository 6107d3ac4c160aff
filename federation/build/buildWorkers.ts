import path from 'node:path';
import { build } from 'esbuild';

/** Supported browsers (package.json, browserslist). */
export const BROWSERS = ['chrome132', 'firefox133', 'safari18.2'];

/**
 * Builds the parts of the host that run outside a page's bundle: its service worker, and the offline page's script and
 * style.
 */
export const buildWorkers = async (hostDirectory: string): Promise<{ scripts: string[]; styles: string[] }> => {
  const source = (file: string): string => path.join(hostDirectory, 'src', file);
  const common = {
    bundle: true,
    minify: true,
    format: 'iife',
    target: BROWSERS,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  } as const;
  const [, offline] = await Promise.all([
    build({
      ...common,
      entryPoints: [source('service-worker/worker.ts'), source('service-worker/unregisterWorker.ts')],
      outdir: path.join(hostDirectory, 'dist/worker'),
    }),
    build({
      ...common,
      entryPoints: [source('offline/offline.ts'), source('offline/offline.css')],
      outdir: path.join(hostDirectory, 'dist/web'),
      entryNames: '[name].[hash]',
      metafile: true,
    }),
  ]);
  const urls = Object.keys(offline.metafile.outputs).map((file) => `/assets/${path.basename(file)}`);
  return { scripts: urls.filter((url) => url.endsWith('.js')), styles: urls.filter((url) => url.endsWith('.css')) };
};
