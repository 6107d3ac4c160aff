import { root } from './install.mjs';
import { findLockfileFaults } from './supply-chain/lockfile.mjs';

const directory = process.argv[2] ?? root;
const faults = findLockfileFaults(directory);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log('The lockfile is valid: every package has a hash, one registry, exact versions, no new install script.');
