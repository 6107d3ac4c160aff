import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repository/repositoryRoot';
import type { ConfigFactory } from './createWebpackConfig';

const CONFIG = 'webpack.config.ts';

const isFactory = (value: unknown): value is ConfigFactory => typeof value === 'function';

/** Returns the default export; a CommonJS module imported as an ES module has two levels of it. */
const findFactory = (module: unknown): ConfigFactory | undefined => {
  if (isFactory(module)) return module;
  return typeof module === 'object' && module !== null && 'default' in module ? findFactory(module.default) : undefined;
};

/** Loads the config factory of a package's webpack.config.ts. */
export const loadConfigFactory = async (packageName: string): Promise<ConfigFactory> => {
  const file = path.join(repositoryRoot, packageName, CONFIG);
  if (!fs.existsSync(file)) throw new Error(`"${packageName}" cannot be built: it has no ${CONFIG}.`);
  const loaded: unknown = await import(file);
  const factory = findFactory(loaded);
  if (!factory) throw new Error(`${packageName}/${CONFIG} has no config factory as its default export`);
  return factory;
};
