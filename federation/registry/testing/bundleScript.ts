import path from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles a script with all its imports, so that starting it repeatedly does not compile it again. Returns the file.
 */
export const bundleScript = async (script: string, folder: string): Promise<string> => {
  const outfile = path.join(folder, `${path.basename(script, '.ts')}.cjs`);
  await build({ entryPoints: [script], outfile, bundle: true, platform: 'node', target: 'node20', logLevel: 'error' });
  return outfile;
};
