import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './install.mjs';

export const tsx = path.join(root, 'node_modules/.bin/tsx');

/** Runs a command to its end with its output shown; answers its exit code. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 130 : 1)));
  });

/**
 * Runs a command to its end without a word; answers its exit code and all that it said, colours too where there is a
 * terminal.
 */
export const runQuietly = (command, args, env = {}) =>
  new Promise((resolve, reject) => {
    const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...colours, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 130 : 1), said }));
  });

/** Runs a command that must succeed; ends this process with its exit code where it does not. */
export const mustRun = async (command, args, options) => {
  const code = await run(command, args, options);
  if (code !== 0) process.exit(code);
};

const ORPHAN_CHECK_MS = 500;

/** Long-running processes that end together: one that ends by itself ends the others, and Ctrl-C ends all. */
export const createProcessGroup = () => {
  const children = new Set();
  let ending = false;
  const KILL_AFTER_MS = 20_000; // the servers finish what runs: docs/operations.md, Shutdown

  const endAll = (exitCode) => {
    if (ending) return;
    ending = true;
    for (const child of children) child.kill('SIGTERM');
    setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), KILL_AFTER_MS).unref();
    const wait = setInterval(() => {
      if (children.size > 0) return;
      clearInterval(wait);
      process.exit(exitCode);
    }, 50);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => endAll(0));
  // npm passes a signal to the shell that it started this process with, and not to this process.
  const shell = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== shell && endAll(0), ORPHAN_CHECK_MS).unref();

  return {
    endAll,
    start(name, command, args, env = {}) {
      // A group of its own: Ctrl-C reaches this process alone, which then ends the others in order.
      const child = spawn(command, args, {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        detached: true,
        env: { ...process.env, ...env },
      });
      children.add(child);
      child.on('error', (error) => {
        console.error(`${name} could not be started: ${error.message}`);
        endAll(1);
      });
      child.on('exit', (code) => {
        children.delete(child);
        if (!ending) endAll(code || 1);
      });
      return child;
    },
  };
};

/** Waits until a URL answers with success; false where it does not in time. */
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
