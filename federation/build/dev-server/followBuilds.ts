import type { Compiler, Stats } from 'webpack';

/** Waits for the build in progress, or returns the last one. Rejects if the compiler itself failed. */
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
  promise.catch(() => undefined); // callers receive the error
  return { promise, resolve: (stats) => settling?.resolve(stats), reject: (error) => settling?.reject(error) };
};

/** Follows the builds of a watching compiler. */
export const followBuilds = (compiler: Compiler): SettledBuild => {
  const name = 'followBuilds';
  let current = newSettling();
  let isBuilding = true;
  const begin = (): void => {
    if (!isBuilding) current = newSettling();
    isBuilding = true;
  };
  compiler.hooks.invalid.tap(name, begin);
  compiler.hooks.watchRun.tap(name, begin);
  compiler.hooks.done.tap(name, (stats) => {
    isBuilding = false;
    current.resolve(stats);
  });
  compiler.hooks.failed.tap(name, (error) => {
    isBuilding = false;
    current.reject(error);
  });
  return () => current.promise;
};
