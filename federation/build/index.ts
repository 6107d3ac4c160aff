export { createDevServer, developmentComposition } from './createDevServer';
export { createHostConfig, createRemoteConfig, type BuildOptions, type BuildTarget, type ConfigFactory } from './createWebpackConfig';
