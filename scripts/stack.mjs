import { installMissing } from './install.mjs';
import { mustRun, tsx } from './processes.mjs';

installMissing();
console.log('Building what changed …');
await mustRun(tsx, ['federation/cli.ts', 'media']);
await mustRun(tsx, ['federation/cli.ts', 'build', '--all']);
await mustRun(tsx, ['ops/stack/main.ts']);
