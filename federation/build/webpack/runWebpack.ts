import webpack, { type Configuration, type StatsCompilation } from 'webpack';
import type { CompilerGraph } from '../inputs/BuildInputs';

interface Result {
  readonly stats: StatsCompilation;
  readonly graph: CompilerGraph;
}

/** Builds one configuration. Rejects with the list of errors if the build has any. */
export const runWebpack = (config: Configuration): Promise<Result> =>
  new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(error);
        if (!stats) return reject(new Error(`${config.name ?? 'webpack'} gave no result`));
        if (stats.hasErrors()) return reject(new Error(stats.toString({ preset: 'errors-warnings', colors: false })));
        const { fileDependencies, missingDependencies } = stats.compilation;
        resolve({
          stats: stats.toJson({ all: false, entrypoints: true, assets: true }),
          graph: { files: new Set(fileDependencies), missing: new Set(missingDependencies) },
        });
      });
    });
  });
