import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

interface SpecAnnotation {
  readonly type: string;
  readonly description?: string;
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly { readonly annotations: readonly SpecAnnotation[]; readonly status: string }[];
  }[];
}

export interface SpecReport {
  readonly passed: number;
  readonly failed: readonly string[];
  /** Milliseconds that tests recorded in the annotation of this name. */
  readonly noted: (annotation: string) => readonly number[];
}

const listSpecs = (suite: Suite): NonNullable<Suite['specs']> => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(listSpecs),
];

/** Runs browser tests by file and title. @throws {Error} if none ran. */
export const runSpecs = async (files: readonly string[], titles?: RegExp): Promise<SpecReport> => {
  const report = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'shop-specs-')), 'report.json');
  const child = spawn(
    process.execPath,
    ['scripts/e2e.mjs', ...files, '--reporter=json', ...(titles ? ['-g', titles.source] : [])],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  );
  await once(child, 'exit');
  if (!fs.existsSync(report)) throw new Error('The browser tests did not run: npm run e2e says why.');
  const specs = listSpecs(JSON.parse(fs.readFileSync(report, 'utf8')) as Suite);
  fs.rmSync(path.dirname(report), { recursive: true });
  const failed = specs.filter(({ ok }) => !ok).map(({ title }) => title);
  if (specs.length === 0) throw new Error(`No browser test matches ${titles?.source ?? files.join(', ')}.`);
  return {
    passed: specs.length - failed.length,
    failed,
    noted: (annotation) =>
      specs.flatMap(({ tests }) =>
        tests.flatMap(({ annotations }) =>
          annotations.filter(({ type }) => type === annotation).map(({ description }) => Number(description)),
        ),
      ),
  };
};
