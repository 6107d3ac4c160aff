export { BROWSERS } from './browsers';
export { compressContent, compressFiles } from './compressFiles';
export { runWebpack } from './webpack/runWebpack';
export {
  baseConfig,
  createHostConfig,
  createRemoteConfig,
  type BuildOptions,
  type BuildTarget,
  type ConfigFactory,
} from './webpack/createWebpackConfig';
