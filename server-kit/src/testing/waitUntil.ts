import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
/** Less than the timeout of a test, so that the message says what did not happen. */
const GIVE_UP_MS = 45_000;

/** Waits until a condition holds, however slow the machine is. @throws {Error} if it never does. */
export const waitUntil = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + GIVE_UP_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited ${GIVE_UP_MS / 1_000} s until ${what}`);
    await sleep(POLL_MS);
  }
};
