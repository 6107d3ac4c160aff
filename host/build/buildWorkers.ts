import path from 'node:path';
import { BROWSERS } from '@shop/build';
import { build, type Metafile } from 'esbuild';

export interface BuiltWorkers {
  /** URLs of the offline page's files. */
  readonly offline: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
  /** Absolute paths of all sources. */
  readonly sources: readonly string[];
}

const listInputs = (directory: string, { inputs }: Metafile): string[] =>
  Object.keys(inputs).map((file) => path.resolve(directory, file));

/**
 * Builds the parts of the host that run outside a page's bundle: its service worker, the inline script of pages, and
 * the offline page's script and style.
 */
export const buildWorkers = async (hostDirectory: string): Promise<BuiltWorkers> => {
  const source = (file: string): string => path.join(hostDirectory, 'src', file);
  const common = {
    absWorkingDir: hostDirectory,
    bundle: true,
    minify: true,
    format: 'iife',
    target: BROWSERS,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
    metafile: true,
  } as const;
  const [workers, offline] = await Promise.all([
    build({
      ...common,
      entryPoints: [
        source('service-worker/worker.ts'),
        source('service-worker/unregisterWorker.ts'),
        source('early-input/earlyInput.ts'),
      ],
      entryNames: '[name]',
      outdir: path.join(hostDirectory, 'dist/worker'),
    }),
    build({
      ...common,
      entryPoints: [source('offline/offline.ts'), source('offline/offline.css')],
      outdir: path.join(hostDirectory, 'dist/web'),
      entryNames: '[name].[hash]',
    }),
  ]);
  const urls = Object.keys(offline.metafile.outputs).map((file) => `/assets/${path.basename(file)}`);
  return {
    offline: {
      scripts: urls.filter((url) => url.endsWith('.js')),
      styles: urls.filter((url) => url.endsWith('.css')),
    },
    sources: [workers.metafile, offline.metafile].flatMap((metafile) => listInputs(hostDirectory, metafile)),
  };
};
