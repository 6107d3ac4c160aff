import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './install.mjs';

export const tsx = path.join(root, 'node_modules/.bin/tsx');

/** Runs a command with its output shown. Returns its exit code. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 130 : 1)));
  });

/** Runs a command silently. Returns its exit code and output, in color if there is a terminal. */
export const runQuietly = (command, args, env = {}) =>
  new Promise((resolve, reject) => {
    const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...colors, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 130 : 1), output }));
  });

/** Runs a command that must succeed; otherwise exits with its exit code. */
export const mustRun = async (command, args, options) => {
  const code = await run(command, args, options);
  if (code !== 0) process.exit(code);
};

const ORPHAN_CHECK_MS = 500;

/** Creates a group of long-running processes that end together: when one exits or on Ctrl-C, all are stopped. */
export const createProcessGroup = () => {
  const children = new Set();
  let ending = false;
  let running = false;
  const KILL_AFTER_MS = 20_000; // the servers finish running requests: docs/operations.md, Shutdown

  /** Ends all processes and then this one. The promise never settles. */
  const endAll = (exitCode) => {
    if (ending) return new Promise(() => undefined);
    ending = true;
    for (const child of children) child.kill('SIGTERM');
    setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), KILL_AFTER_MS).unref();
    const wait = setInterval(() => {
      if (children.size > 0) return;
      clearInterval(wait);
      process.exit(exitCode);
    }, 50);
    return new Promise(() => undefined);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => endAll(0));
  // npm sends signals to the shell that started this process, not to this process.
  const shell = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== shell && endAll(0), ORPHAN_CHECK_MS).unref();

  return {
    endAll,
    isEnding: () => ending,
    /** Call it when all processes have started. */
    markRunning: () => (running = true),
    start(name, command, args, env = {}) {
      // A separate process group: Ctrl-C reaches only this process, which then stops the others in order.
      const child = spawn(command, args, {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        detached: true,
        env: { ...process.env, ...env },
      });
      children.add(child);
      child.on('error', (error) => {
        console.error(`${name} could not be started: ${error.message}`);
        endAll(1);
      });
      child.on('exit', (code, signal) => {
        children.delete(child);
        if (ending) return;
        // A process that cannot start has just said why; one that ends later has not.
        if (running || signal)
          console.error(`${name} has ended (${signal ?? `exit code ${code}`}), so everything else is stopped.`);
        endAll(code || 1);
      });
      return child;
    },
  };
};

/** Waits until a URL responds successfully. Returns false on timeout. */
export const waitForUrl = async (url, timeoutMs) => {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      if (response.ok) return true;
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
};
