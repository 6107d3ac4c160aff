import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';
import { createSbom, sbomFaults } from './supply-chain/sbom.mjs';

const file = path.resolve(process.argv[2] ?? path.join(root, 'dist/sbom.cyclonedx.json'));
const document = createSbom(root);
const faults = sbomFaults(root, document);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
console.log(
  `${document.components.length} components, CycloneDX ${document.specVersion}: ${path.relative(process.cwd(), file)}`,
);
