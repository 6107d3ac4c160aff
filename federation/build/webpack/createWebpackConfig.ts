import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import refreshTransformer from 'react-refresh-typescript';
import {
  NormalModuleReplacementPlugin,
  type Configuration,
  type RuleSetRule,
  type WebpackPluginInstance,
} from 'webpack';
import { containerName, isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { hostShared, remoteShared } from '@shop/runtime/sharedDependencies';
import { EagerModulesPlugin } from './EagerModulesPlugin';
import { CHUNKS, CONTAINER_FILE, ReleaseFilesPlugin, releaseName } from './ReleaseFilesPlugin';
import { toClassTemplate } from './moduleClasses';
import { SharedExportsPlugin } from './SharedExportsPlugin';
import { StableIdsPlugin } from './StableIdsPlugin';
import { UsesPlugin } from './UsesPlugin';
import { repositoryRoot } from '../repository/repositoryRoot';

export type BuildTarget = 'web' | 'node';

export interface BuildOptions {
  readonly target: BuildTarget;
  readonly mode: 'production' | 'development';
  /** Origin of the dev server that serves a remote's pictures. By default, they are next to its scripts. */
  readonly origin?: string;
  /**
   * Files that the build consists of (listBuildSources). With them, compiled modules are kept on disk for the next
   * build, until one of these files changes.
   */
  readonly buildSources?: readonly string[];
}

/** Build of a package, exported by its webpack.config.ts. */
export type ConfigFactory = (options: BuildOptions) => Configuration;

const isNode = (options: BuildOptions): boolean => options.target === 'node';

/** ReleaseFilesPlugin names the web files of a remote once their content is final. */
const fileName = (bundle: string, options: BuildOptions, extension: string): string =>
  options.mode === 'production' && (isNode(options) || bundle === 'host')
    ? `[name].[contenthash:8].${extension}`
    : `[name].${extension}`;

const typescriptRule = (options: BuildOptions): RuleSetRule => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  use: {
    loader: 'ts-loader',
    options: {
      transpileOnly: true,
      configFile: path.join(repositoryRoot, 'tsconfig.json'),
      compilerOptions: { noEmit: false, sourceMap: options.mode === 'development' },
      ...(isDevelopmentWeb(options) ? { getCustomTransformers: () => ({ before: [refreshTransformer()] }) } : {}),
    },
  },
});

/**
 * Whether styles are extracted to files, which server-rendered pages link to. In development, the host's styles come
 * with its script.
 */
const isExtracted = (bundle: string, options: BuildOptions): boolean =>
  options.mode === 'production' || bundle !== 'host';

const cssRules = (options: BuildOptions, bundle: string): RuleSetRule[] => {
  const extract = isNode(options) ? [] : [isExtracted(bundle, options) ? MiniCssExtractPlugin.loader : 'style-loader'];
  const layer = { loader: require.resolve('./cssLayerLoader.cjs') };
  return [
    {
      test: /\.module\.css$/,
      use: [
        ...extract,
        {
          loader: 'css-loader',
          options: {
            modules: {
              // With letters of the bundle, so that no two style each other's copy of a shared component. The registry
              // recognizes a remote's own classes by them.
              localIdentName: toClassTemplate(bundle),
              localIdentContext: repositoryRoot,
              namedExport: false,
              exportOnlyLocals: isNode(options),
            },
          },
        },
        layer,
      ],
    },
    {
      test: /\.css$/,
      exclude: /\.module\.css$/,
      use: isNode(options) ? [require.resolve('./emptyLoader.cjs')] : [...extract, 'css-loader'],
    },
  ];
};

/** URL of the host's files; a remote's files are at its release's URL. */
const HOST_FILES = '/assets/';

const picturesPath = (bundle: string, { origin }: BuildOptions): { readonly publicPath?: string } =>
  bundle === 'host' ? { publicPath: HOST_FILES } : origin === undefined ? {} : { publicPath: `${origin}/` };

const pictureRule = (bundle: string, options: BuildOptions): RuleSetRule => ({
  test: /\.webp$/,
  resourceQuery: /widths=/,
  type: 'javascript/auto',
  use: [{ loader: require.resolve('../pictures/pictureLoader.cjs'), options: picturesPath(bundle, options) }],
});

/** Compiles Markdown texts to data. */
const markdownRule: RuleSetRule = {
  test: /\.md$/,
  type: 'javascript/auto',
  use: [{ loader: require.resolve('./markdownLoader.cjs') }],
};

const iconRule: RuleSetRule = {
  test: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/,
  use: [{ loader: require.resolve('./iconLoader.cjs') }],
};

/** Fast Refresh needs a single refresh runtime in the page, so every dev build uses this one. */
const refreshRuntime = require.resolve('./refreshRuntime.cjs');

/** Lets development builds run in a production shop. */
const jsxRuntime = require.resolve('./jsxRuntime.cjs');

const refreshPlugins = (bundle: string): NonNullable<Configuration['plugins']> => [
  new NormalModuleReplacementPlugin(
    /react-refresh[\\/]runtime(\.js)?$/,
    (resolved: { request: string; createData?: { resource?: string } }) => {
      if (resolved.createData?.resource) resolved.createData.resource = refreshRuntime;
      else resolved.request = refreshRuntime;
    },
  ),
  new ReactRefreshPlugin({
    overlay: false,
    library: containerName(bundle as RemoteId),
    exclude: [/node_modules/, /refreshRuntime/, /entry\.client\.ts$/],
  }),
];

/**
 * Deduplicates the federation runtime: webpack's part imports the CommonJS copy and our code the other one. Both would
 * add 17 KB (brotli).
 */
const oneFederationRuntime = Object.fromEntries(
  Object.entries({ runtime: 'index.js', 'runtime-core': 'index.js', sdk: 'index.js', 'error-codes': 'index.mjs' }).map(
    ([name, file]) => [
      `@module-federation/${name}$`,
      path.join(repositoryRoot, 'node_modules/@module-federation', name, 'dist', file),
    ],
  ),
);

/** The router without its warnings for developers. Its package has such a build, but no condition that selects it. */
const routerForProduction = Object.fromEntries(
  Object.entries({ 'react-router$': 'index.mjs', 'react-router/dom$': 'dom-export.mjs' }).map(([name, file]) => [
    name,
    path.join(repositoryRoot, 'node_modules/react-router/dist/production', file),
  ]),
);

/**
 * Serialized into the bundle and run in the browser. webpack would wait for a stalled stylesheet indefinitely; this
 * fails it like a script (CHUNK_TIMEOUT_MS), so that a retry requests it again.
 */
const insertStyles = (link: HTMLLinkElement): void => {
  document.head.appendChild(link);
  setTimeout(() => {
    link.onerror?.(new Event('error'));
  }, 2_500);
};

/** Whether the build is published for browsers. */
const isReleased = (options: BuildOptions): boolean => options.mode === 'production' && !isNode(options);
const isDevelopmentWeb = (options: BuildOptions): boolean => options.mode === 'development' && !isNode(options);

const isRelease = (bundle: string, options: BuildOptions): boolean => bundle !== 'host' && isReleased(options);

/** Returns the global name of a bundle; unique per release of a remote (ReleaseFilesPlugin). */
const nameInPage = (bundle: string, options: BuildOptions): string => {
  const name = containerName(bundle as RemoteId); // the host's name is a valid identifier
  return isRelease(bundle, options) ? releaseName(name) : name;
};

/** webpack itself does not name the importing file. */
const refuseNodeModules = (
  { request = '', contextInfo }: { readonly request?: string; readonly contextInfo?: { readonly issuer: string } },
  callback: (error?: Error) => void,
): void => {
  if (!request.startsWith('node:')) return callback();
  const importer = path.relative(repositoryRoot, contextInfo?.issuer ?? '');
  return callback(new Error(`${importer} imports ${request}: a bundle for browsers has none of Node's modules`));
};

/** Base configuration of every bundle, federated or not. */
export const baseConfig = (directory: string, bundle: string, options: BuildOptions): Configuration => ({
  name: `${bundle}-${options.target}`,
  mode: options.mode,
  context: directory,
  target: isNode(options) ? 'async-node' : ['web', 'es2022'],
  // No source maps on the server: module names are enough for its stack traces.
  devtool: options.mode === 'production' || isNode(options) ? false : 'eval-cheap-module-source-map',
  output: {
    path: path.join(directory, 'dist', options.target),
    uniqueName: nameInPage(bundle, options),
    chunkLoadingGlobal: isRelease(bundle, options) ? CHUNKS : `_${nameInPage(bundle, options)}`,
    filename: fileName(bundle, options, 'js'),
    chunkFilename: fileName(bundle, options, 'js'),
    assetModuleFilename: '[name].[contenthash:8][ext]',
    clean: options.mode === 'production',
    hashFunction: 'xxhash64',
    // Chunks are required like any file next to the entry: renderers have no other loader (moduleLoader.cjs).
    ...(isNode(options) ? { library: { type: 'commonjs-module' }, chunkLoading: 'require' } : {}),
  },
  resolve: {
    extensions: ['.tsx', '.ts', '.js'],
    alias: {
      ...(isNode(options) ? {} : oneFederationRuntime),
      ...(isReleased(options) ? routerForProduction : {}),
      ...(options.mode === 'development'
        ? { 'react/jsx-runtime$': jsxRuntime, 'react/jsx-dev-runtime$': jsxRuntime }
        : {}),
      'redux-toolkit-unwrapped': path.join(
        repositoryRoot,
        'node_modules/@reduxjs/toolkit/dist/redux-toolkit.modern.mjs',
      ),
    },
  },
  module: {
    rules: [
      typescriptRule(options),
      ...cssRules(options, bundle),
      pictureRule(bundle, options),
      markdownRule,
      iconRule,
    ],
  },
  plugins: isNode(options)
    ? []
    : options.mode === 'development'
      ? [...refreshPlugins(bundle), ...(isExtracted(bundle, options) ? [new MiniCssExtractPlugin()] : [])]
      : [
          new MiniCssExtractPlugin({
            filename: fileName(bundle, options, 'css'),
            chunkFilename: fileName(bundle, options, 'css'),
            insert: insertStyles,
          }),
        ],
  optimization: {
    chunkIds: 'deterministic',
    moduleIds: 'deterministic',
    minimize: options.mode === 'production' && !isNode(options),
    // In a concatenated module, every use of a singleton looks it up again: a tenth of the server's time for a page.
    concatenateModules: options.mode === 'production' && !isNode(options),
    // swc instead of Terser: a remote's warm build takes 3.9 s instead of 4.5 s, and is 2 % smaller.
    minimizer: [
      new TerserPlugin({
        extractComments: false,
        minify: TerserPlugin.swcMinify,
        terserOptions: { ecma: 2020, compress: { passes: 3 } },
      }),
      new CssMinimizerPlugin(),
    ],
  },
  performance: { hints: false },
  ...(isNode(options) ? {} : { externals: [refuseNodeModules] }),
  stats: 'errors-warnings',
  // Hides the manifest plugin's warning about publicPath 'auto', which lets a release be served from anywhere.
  infrastructureLogging: { level: 'error' },
  ...(options.buildSources
    ? {
        cache: {
          type: 'filesystem',
          cacheDirectory: path.join(repositoryRoot, '.cache/webpack'),
          name: `${bundle}-${options.target}`,
          buildDependencies: { config: options.buildSources.map((file) => path.join(repositoryRoot, file)) },
        },
      }
    : {}),
});

/** Same as the timeout of federation/runtime/browser for a remote. */
const CHUNK_TIMEOUT_MS = 2_500;

const runtimeOptimization = { disableSnapshot: true, target: 'web' } as const;

/**
 * Creates the configuration of a remote: web and node builds of its `./remote`. Each remote's webpack.config.ts is this
 * call.
 */
export const createRemoteConfig =
  (directory: string): ConfigFactory =>
  (options) => {
    const id = path.basename(directory);
    if (!isRemoteId(id)) throw new Error(`${id} is not a valid remote name`);
    const config = baseConfig(directory, id, options);
    const name = nameInPage(id, options);
    return {
      ...config,
      entry: {},
      // A stalled chunk shows its fallback panel as early as a stalled remote.
      output: { ...config.output, publicPath: isNode(options) ? '' : 'auto', chunkLoadTimeout: CHUNK_TIMEOUT_MS },
      node: { __dirname: false },
      plugins: [
        ...(config.plugins ?? []),
        new ModuleFederationPlugin({
          name,
          filename: options.mode === 'production' && isNode(options) ? 'remoteEntry.[chunkhash:8].js' : CONTAINER_FILE,
          exposes: {
            './remote': { import: './src/remote.ts', name: 'remote' },
            './singletons': { import: path.join(__dirname, 'singletonsProbe.ts'), name: 'p' },
          },
          shared: remoteShared(),
          shareStrategy: 'loaded-first',
          dts: false,
          manifest: true,
          ...(isNode(options)
            ? { library: { type: 'commonjs-module', name }, remoteType: 'script' }
            : { experiments: { externalRuntime: true, optimization: runtimeOptimization } }),
        }),
        // The entry contains the hashes of its files; the page has the entry's hash (security.md 5.1).
        ...(isReleased(options)
          ? [
              new StableIdsPlugin(repositoryRoot),
              new EagerModulesPlugin(),
              new UsesPlugin(),
              new SharedExportsPlugin(),
              new ReleaseFilesPlugin(containerName(id)),
            ]
          : []),
      ],
    };
  };

const REACT = /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;
const LIBRARIES = /node_modules/;

/** Puts libraries into separate files, which stay cached when the shell changes and avoid long tasks at page load. */
const librariesApart = {
  runtimeChunk: 'single',
  splitChunks: {
    cacheGroups: {
      react: { name: 'react', test: REACT, chunks: 'initial', enforce: true, priority: 2 },
      libraries: { name: 'libraries', test: LIBRARIES, chunks: 'initial', enforce: true, priority: 1 },
    },
  },
} as const;

/**
 * Creates the configuration of the host. It provides the singletons eagerly, so its entry needs no async boundary.
 * `createReleasePlugins` makes the plugins of its production build for browsers.
 */
export const createHostConfig =
  (directory: string, createReleasePlugins: () => WebpackPluginInstance[]): ConfigFactory =>
  (options) => {
    const config = baseConfig(directory, 'host', options);
    const entry: Record<string, string> = isNode(options)
      ? { server: './src/entry.server.tsx' }
      : { client: './src/entry.client.ts' };
    return {
      ...config,
      entry,
      output: { ...config.output, publicPath: HOST_FILES, ...(isNode(options) ? { filename: '[name].js' } : {}) },
      ...(isNode(options) || options.mode === 'development'
        ? {}
        : { optimization: { ...config.optimization, ...librariesApart } }),
      plugins: [
        ...(config.plugins ?? []),
        new ModuleFederationPlugin({
          name: 'host',
          shared: hostShared(),
          shareStrategy: 'loaded-first',
          dts: false,
          manifest: true,
          ...(isNode(options)
            ? { library: { type: 'commonjs-module', name: 'host' }, remoteType: 'script' }
            : { experiments: { provideExternalRuntime: true, optimization: runtimeOptimization } }),
        }),
        ...(isReleased(options)
          ? [
              new StableIdsPlugin(repositoryRoot),
              new EagerModulesPlugin(),
              new UsesPlugin(),
              new SharedExportsPlugin(),
              ...createReleasePlugins(),
            ]
          : []),
      ],
    };
  };
