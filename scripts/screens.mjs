import path from 'node:path';
import { chromiumEnvironment } from './chromium.mjs';
import { installMissing, root } from './install.mjs';
import { mustRun, run, tsx } from './processes.mjs';

/**
 * Takes screenshots of every screen in both storefronts at three widths, into screens/. Arguments are passed to
 * Playwright: `npm run screens -- -g cart`.
 */
installMissing();
console.log('Building what changed …');
await mustRun(tsx, ['api/content/buildPictures.ts']);
await mustRun(tsx, ['federation/registry/cli.ts', 'build', '--all']);
const playwright = path.join(root, 'node_modules/.bin/playwright');
const code = await run(playwright, ['test', '-c', 'screens.config.ts', ...process.argv.slice(2)], {
  cwd: path.join(root, 'e2e'),
  env: chromiumEnvironment(),
});
console.log(`The screenshots are in ${path.join(root, 'screens')}.`);
process.exit(code);
