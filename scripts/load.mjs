import path from 'node:path';
import { root } from './install.mjs';
import { tsx } from './processes.mjs';
import { runWithReport } from './report.mjs';

/** Loads the production topology on this machine, with what is built (`npm run build` first). */
process.exit(
  await runWithReport('load', tsx, ['load/main.ts', ...process.argv.slice(2)], { cwd: path.join(root, 'bench') }),
);
