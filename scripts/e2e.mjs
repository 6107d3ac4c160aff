import path from 'node:path';
import { chromiumEnvironment } from './chromium.mjs';
import { root } from './install.mjs';
import { run } from './processes.mjs';

/** Runs the browser tests on the existing build. Arguments are passed to Playwright. */
process.exit(
  await run(path.join(root, 'node_modules/.bin/playwright'), ['test', ...process.argv.slice(2)], {
    cwd: path.join(root, 'e2e'),
    env: chromiumEnvironment(),
  }),
);
