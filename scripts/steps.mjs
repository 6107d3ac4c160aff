import { availableParallelism } from 'node:os';
import path from 'node:path';
import { root } from './install.mjs';
import { runQuietly } from './processes.mjs';

export const bin = (name) => path.join(root, 'node_modules/.bin', name);

/** Stages that have run: [title, seconds][], for the summary at the end. */
export const finishedSteps = [];

/** Runs a task between two lines with its name and duration. */
export const step = async (title, task) => {
  const from = Date.now();
  console.log(`\n── ${title}`);
  const result = await task();
  const seconds = Math.round((Date.now() - from) / 1000);
  finishedSteps.push([title, seconds]);
  console.log(`── ${title}: ${seconds} s`);
  return result;
};

/**
 * Runs commands that do not depend on each other, as many at a time as there are cores; the output of each is printed
 * when it ends. All of them run before a failure ends this process.
 */
export const runSideBySide = async (commands) => {
  const waiting = Object.entries(commands);
  let failure = 0;
  const runNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [title, command] = next;
      const from = Date.now();
      const { code, output } = await runQuietly(...command);
      console.log(
        `\n── ${title}\n${output}── ${title}: ${Math.round((Date.now() - from) / 1000)} s${code === 0 ? '' : `, failed with ${code}`}`,
      );
      failure ||= code;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  if (failure !== 0) process.exit(failure);
};
