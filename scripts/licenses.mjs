import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';
import { reportsDirectory } from './report.mjs';
import { findLicenseFaults, formatLicensesPage, readLicenses } from './supply-chain/licenses.mjs';

const packages = readLicenses(process.argv[2] ?? root);
const faults = findLicenseFaults(packages);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

mkdirSync(reportsDirectory, { recursive: true });
const file = path.join(reportsDirectory, 'licenses.md');
writeFileSync(file, formatLicensesPage(packages));
console.log(`${packages.length} production packages, every license allowed: ${path.relative(process.cwd(), file)}`);
