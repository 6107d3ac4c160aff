import path from 'node:path';
import { build } from 'esbuild';

/**
 * Makes one file of a script and all that it imports: started again and again, it does not have to be compiled again
 * and again. Answers the file.
 */
export const bundleScript = async (script: string, folder: string): Promise<string> => {
  const outfile = path.join(folder, `${path.basename(script, '.ts')}.cjs`);
  await build({ entryPoints: [script], outfile, bundle: true, platform: 'node', target: 'node20', logLevel: 'error' });
  return outfile;
};
