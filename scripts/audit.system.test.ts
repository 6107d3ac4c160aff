import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'audit-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Runs the audit with a fake npm that returns this report. */
const withNpm = (answer: object, status: number) => {
  const bin = fs.mkdtempSync(path.join(folder, 'bin-'));
  fs.writeFileSync(
    path.join(bin, 'npm'),
    `#!${process.execPath}\nconsole.log(${JSON.stringify(JSON.stringify(answer))}); process.exitCode = ${status};\n`,
    { mode: 0o755 },
  );
  const audit = spawnSync(process.execPath, [path.join(__dirname, 'audit.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
  });
  return { status: audit.status, output: audit.stdout + audit.stderr };
};
const found = (severity: string) => ({
  vulnerabilities: { leftpad: { name: 'leftpad', severity, range: '<2.0.0', fixAvailable: true } },
  metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0 } },
});

test.each(['high', 'critical'])('a %s finding fails the run', (severity) => {
  expect(withNpm(found(severity), 1)).toEqual({
    status: 1,
    output: expect.stringContaining(`${severity}: leftpad <2.0.0, fixed in a newer version`),
  });
});
test('a moderate finding is counted', () => {
  expect(withNpm(found('moderate'), 0)).toMatchObject({ status: 0 });
});
test('a registry without audits does not fail the run, and is not reported as success', () => {
  const { status, output } = withNpm({ message: '405 Method Not Allowed', error: { summary: '' } }, 1);
  expect(status).toBe(0);
  expect(output).toMatch(/NOT AUDITED[\s\S]*405/);
  expect(output).not.toMatch(/No production package has known/);
});
