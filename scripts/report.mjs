import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './install.mjs';

/** Not in git: CI keeps the folder as an artifact. */
export const reportsDirectory = path.join(root, 'reports');

const readCommit = () => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'no commit';
  }
};

/** What a reader needs to compare the figures with those of another run. */
const describeRun = (title) =>
  `${title}\n${new Date().toISOString()}, commit ${readCommit()}, Node ${process.version}, ` +
  `${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? 'unknown'}), ${Math.round(os.totalmem() / 2 ** 30)} GB\n\n`;

/** Runs a command with its output shown and written to reports/<name>.txt. Resolves with its exit code. */
export const runWithReport = (name, command, args, options = {}) => {
  mkdirSync(reportsDirectory, { recursive: true });
  const report = createWriteStream(path.join(reportsDirectory, `${name}.txt`));
  report.write(describeRun(`npm run ${[name, ...process.argv.slice(2)].join(' ')}`));
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['inherit', 'pipe', 'pipe'], ...options });
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.pipe(to, { end: false });
      from.pipe(report, { end: false });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => report.end(() => resolve(code ?? (signal ? 130 : 1))));
  });
};
