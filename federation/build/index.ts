export { createDevServer, developmentComposition } from './createDevServer';
export { compressFiles } from './compressFiles';
export { runWebpack } from './runWebpack';
export {
  baseConfig,
  createHostConfig,
  createRemoteConfig,
  type BuildOptions,
  type BuildTarget,
  type ConfigFactory,
} from './createWebpackConfig';
