import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';
import { findLicenseFaults, formatLicensesPage, readLicenses } from './supply-chain/licences.mjs';

const directory = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? root;
const file = path.join(directory, 'docs/licences.md');
const packages = readLicenses(directory);
const faults = findLicenseFaults(packages);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

const page = formatLicensesPage(packages);
if (process.argv.includes('--write')) writeFileSync(file, page);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== page) {
  console.error('docs/licences.md is out of date: run npm run licences -- --write and review the changes.');
  process.exit(1);
}
console.log(`${packages.length} production packages, every license allowed.`);
