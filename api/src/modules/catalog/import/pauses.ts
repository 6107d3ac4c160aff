import { setImmediate } from 'node:timers/promises';

const AT_ONCE = 500;

/** Yields items, and lets requests of the same process pass now and then. `onPause` gets how many there were so far. */
export async function* withPauses<T>(items: Iterable<T>, onPause?: (count: number) => void): AsyncGenerator<T> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % AT_ONCE === 0) {
      onPause?.(count);
      await setImmediate();
    }
  }
}
