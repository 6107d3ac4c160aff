import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';
import { writeSbom } from './supply-chain/sbom.mjs';

const file = path.resolve(process.argv[2] ?? path.join(root, 'dist/sbom.cyclonedx.json'));
mkdirSync(path.dirname(file), { recursive: true });
const { components, specVersion } = await writeSbom(root, file);
console.log(`${components.length} components, CycloneDX ${specVersion}: ${path.relative(process.cwd(), file)}`);
