import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './sendRequest';

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

export interface Probed {
  /** Milliseconds of each response. */
  readonly times: readonly number[];
  /** Requests without a complete response, or with a server error. */
  readonly failed: readonly string[];
}

/** Sends requests at a steady rate without waiting for earlier responses, until it is stopped. */
export const startProbe = (question: () => Promise<Answer>, everyMs: number): (() => Promise<Probed>) => {
  const times: number[] = [];
  const failed: string[] = [];
  const asked: Promise<void>[] = [];
  const timer = setInterval(() => {
    const answered = question().then(
      ({ status, ms }) => {
        times.push(ms);
        if (status >= 500) failed.push(String(status));
      },
      (error: Error) => void failed.push(error.message),
    );
    asked.push(answered);
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(asked);
    return { times, failed };
  };
};

export const probeFor = async (
  milliseconds: number,
  question: () => Promise<Answer>,
  everyMs: number,
): Promise<Probed> => {
  const stop = startProbe(question, everyMs);
  await sleep(milliseconds);
  return stop();
};

/** Returns the milliseconds until the condition holds; Infinity after the timeout. */
export const timeUntil = async (holds: () => Promise<boolean>, withinMs: number): Promise<number> => {
  const began = performance.now();
  while (performance.now() - began < withinMs) {
    if (await holds().catch(() => false)) return performance.now() - began;
    await sleep(25);
  }
  return Infinity;
};
