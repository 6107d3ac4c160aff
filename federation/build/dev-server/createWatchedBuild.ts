import webpack, { type Configuration } from 'webpack';
import { describeErrors } from './describeErrors';
import { followBuilds } from './followBuilds';

const AGGREGATE_TIMEOUT_MS = 20;

interface BuiltFiles {
  /** File contents by name; empty if the build has errors. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Errors of the compiler, if there are any. */
  readonly problem: string | undefined;
}

export interface WatchedBuild {
  /** Returns the current build; waits for one in progress. */
  read(): Promise<BuiltFiles>;
  close(): Promise<void>;
}

const startBuild = async (readConfig: () => Promise<Configuration>): Promise<WatchedBuild> => {
  const compiler = webpack(await readConfig());
  if (!compiler) throw new Error('webpack created no compiler');
  const settled = followBuilds(compiler);
  let files: ReadonlyMap<string, Buffer> = new Map();
  // Keep the assets in memory instead of writing them.
  compiler.hooks.shouldEmit.tap('createWatchedBuild', (compilation) => {
    files = new Map(
      compilation.errors.length > 0 ? [] : compilation.getAssets().map(({ name, source }) => [name, source.buffer()]),
    );
    return false;
  });
  compiler.watch({ aggregateTimeout: AGGREGATE_TIMEOUT_MS }, () => undefined); // `settled` reports the result
  return {
    async read() {
      const problem = describeErrors(await settled());
      return { files, problem };
    },
    close: () => new Promise((resolve) => compiler.close(() => resolve())),
  };
};

/** Creates a build that starts, and watches its sources, when it is first read. Its files stay in memory. */
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
