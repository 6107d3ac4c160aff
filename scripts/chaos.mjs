import path from 'node:path';
import { chromiumEnvironment } from './chromium.mjs';
import { root } from './install.mjs';
import { tsx } from './processes.mjs';
import { runWithReport } from './report.mjs';

/**
 * Tries faults on what is built (`npm run build` first). Arguments choose among them: `npm run chaos -- bad-releases`.
 */
process.exit(
  await runWithReport('chaos', tsx, ['chaos/main.ts', ...process.argv.slice(2)], {
    cwd: path.join(root, 'bench'),
    env: chromiumEnvironment(),
  }),
);
