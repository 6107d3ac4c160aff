import webpack, { type Configuration } from 'webpack';
import { describeErrors } from './describeErrors';
import { followBuilds } from './followBuilds';

const GATHERED_MS = 20;

interface BuiltFiles {
  /** Content by name; none where it does not compile. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** What the compiler says, where it does not compile. */
  readonly problem: string | undefined;
}

export interface WatchedBuild {
  /** What is built now; waits for a build that is under way. */
  read(): Promise<BuiltFiles>;
  close(): Promise<void>;
}

const startBuild = async (readConfig: () => Promise<Configuration>): Promise<WatchedBuild> => {
  const compiler = webpack(await readConfig());
  if (!compiler) throw new Error('webpack has no compiler for it');
  const settled = followBuilds(compiler);
  let files: ReadonlyMap<string, Buffer> = new Map();
  // What would be written is taken here, and not written.
  compiler.hooks.shouldEmit.tap('createWatchedBuild', (compilation) => {
    files = new Map(
      compilation.errors.length > 0 ? [] : compilation.getAssets().map(({ name, source }) => [name, source.buffer()]),
    );
    return false;
  });
  compiler.watch({ aggregateTimeout: GATHERED_MS }, () => undefined); // what became of it is told by `settled`
  return {
    async read() {
      const problem = describeErrors(await settled());
      return { files, problem };
    },
    close: () => new Promise((resolve) => compiler.close(() => resolve())),
  };
};

/**
 * A build that is made, and watches its sources, from the first time that somebody reads it; its files stay in memory.
 */
export const createWatchedBuild = (readConfig: () => Promise<Configuration>): WatchedBuild => {
  let started: Promise<WatchedBuild> | undefined;
  const start = (): Promise<WatchedBuild> => {
    started ??= startBuild(readConfig);
    started.catch(() => (started = undefined));
    return started;
  };
  return {
    read: async () => (await start()).read(),
    close: async () => (await started)?.close(),
  };
};
