import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogPosition } from './logPosition';

const storage = new AsyncLocalStorage<LogPosition>();

/** Returns what everything that this request reads must have reached; undefined if its browser wrote nothing lately. */
export const requestPosition = (): LogPosition | undefined => storage.getStore();

export const runAtPosition = (position: LogPosition, work: () => void): void => storage.run(position, work);
