import { installMissing } from './install.mjs';
import { mustRun, tsx } from './processes.mjs';

installMissing();
await mustRun(tsx, ['ops/stack/checkPorts.ts']);
console.log('Building what changed …');
await mustRun(tsx, ['api/content/buildPictures.ts']);
await mustRun(tsx, ['federation/registry/cli.ts', 'build', '--all']);
await mustRun(tsx, ['ops/stack/main.ts', ...process.argv.slice(2)]);
