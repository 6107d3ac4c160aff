import path from 'node:path';
import { repositoryRoot } from '../repository/repositoryRoot';
import type { ConfigFactory } from './createWebpackConfig';

const isFactory = (value: unknown): value is ConfigFactory => typeof value === 'function';

/** Returns the default export; a CommonJS module imported as an ES module has two levels of it. */
const findFactory = (module: unknown): ConfigFactory | undefined => {
  if (isFactory(module)) return module;
  return typeof module === 'object' && module !== null && 'default' in module ? findFactory(module.default) : undefined;
};

/** Loads the config factory of a package's webpack.config.ts. */
export const loadConfigFactory = async (packageName: string): Promise<ConfigFactory> => {
  const loaded: unknown = await import(path.join(repositoryRoot, packageName, 'webpack.config.ts'));
  const factory = findFactory(loaded);
  if (!factory) throw new Error(`${packageName}/webpack.config.ts has no config factory as its default export`);
  return factory;
};
