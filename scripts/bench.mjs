import path from 'node:path';
import { chromiumEnvironment } from './chromium.mjs';
import { root } from './install.mjs';
import { run, tsx } from './processes.mjs';

/** Figures of what is built (`npm run build` before). Arguments choose among them: `npm run bench -- pages`. */
process.exit(
  await run(tsx, ['main.ts', ...process.argv.slice(2)], { cwd: path.join(root, 'bench'), env: chromiumEnvironment() }),
);
