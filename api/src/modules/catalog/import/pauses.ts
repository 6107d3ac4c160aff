import { setImmediate } from 'node:timers/promises';

/** Others of the same thread wait no longer. */
const WORK_MS = 10;

/** Yields items, and lets requests of the same process pass now and then. `onPause` gets how many there were so far. */
export async function* withPauses<T>(items: Iterable<T>, onPause?: (count: number) => void): AsyncGenerator<T> {
  let count = 0;
  let began = performance.now();
  for (const item of items) {
    yield item;
    count += 1;
    if (performance.now() - began < WORK_MS) continue;
    onPause?.(count);
    await setImmediate();
    began = performance.now();
  }
}
