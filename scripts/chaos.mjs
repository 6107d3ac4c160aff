import path from 'node:path';
import { chromiumEnvironment } from './chromium.mjs';
import { root } from './install.mjs';
import { run, tsx } from './processes.mjs';

/**
 * What the shop survives, on what is built (`npm run build` before). Arguments choose among the faults: `npm run chaos
 * -- bad-releases`.
 */
process.exit(
  await run(tsx, ['chaos/main.ts', ...process.argv.slice(2)], {
    cwd: path.join(root, 'bench'),
    env: chromiumEnvironment(),
  }),
);
