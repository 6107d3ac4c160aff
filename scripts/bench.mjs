import path from 'node:path';
import { chromiumEnvironment } from './chromium.mjs';
import { root } from './install.mjs';
import { tsx } from './processes.mjs';
import { runWithReport } from './report.mjs';

/** Measures what is built (`npm run build` first). Arguments choose parts: `npm run bench -- pages`. */
process.exit(
  await runWithReport('bench', tsx, ['main.ts', ...process.argv.slice(2)], {
    cwd: path.join(root, 'bench'),
    env: chromiumEnvironment(),
  }),
);
