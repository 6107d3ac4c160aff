import type { Compiler, Stats } from 'webpack';

/** Waits for the build of now: one that is under way, or else the last. Rejects where the compiler itself failed. */
export type SettledBuild = () => Promise<Stats>;

interface Settling {
  readonly promise: Promise<Stats>;
  readonly resolve: (stats: Stats) => void;
  readonly reject: (error: Error) => void;
}

const newSettling = (): Settling => {
  let settling: Omit<Settling, 'promise'> | undefined;
  const promise = new Promise<Stats>((resolve, reject) => {
    settling = { resolve, reject };
  });
  promise.catch(() => undefined); // told to whoever asks
  return { promise, resolve: (stats) => settling?.resolve(stats), reject: (error) => settling?.reject(error) };
};

/** Follows a compiler that watches its sources, from its first build on. */
export const followBuilds = (compiler: Compiler): SettledBuild => {
  const name = 'followBuilds';
  let current = newSettling();
  let isUnderWay = true;
  const begin = (): void => {
    if (!isUnderWay) current = newSettling();
    isUnderWay = true;
  };
  compiler.hooks.invalid.tap(name, begin);
  compiler.hooks.watchRun.tap(name, begin);
  compiler.hooks.done.tap(name, (stats) => {
    isUnderWay = false;
    current.resolve(stats);
  });
  compiler.hooks.failed.tap(name, (error) => {
    isUnderWay = false;
    current.reject(error);
  });
  return () => current.promise;
};
