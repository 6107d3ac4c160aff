import { root } from './install.mjs';
import { lockfileFaults } from './supply-chain/lockfile.mjs';

const directory = process.argv[2] ?? root;
const faults = lockfileFaults(directory);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log('The lockfile is sound: every package has a hash, one registry, exact versions, no new install script.');
