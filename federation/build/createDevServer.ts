import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import type { Composition } from '../composition';
import { containerName, remotes, type RemoteId } from '../remotes';
import type { ConfigFactory } from './createWebpackConfig';

interface DevServerOptions {
  readonly port: number;
  /** Answers page requests of the host with its shell; a remote has no pages. */
  readonly shell?: (cookie: string | undefined) => string;
  /** Where /api and /dev are. */
  readonly proxyTo?: string;
  /** Served under /media. */
  readonly mediaDirectory?: string;
}

/** Where the dev servers serve their remotes: what the host's shell names in development. */
export const developmentComposition = (): Composition =>
  Object.fromEntries(
    Object.entries(remotes).map(([id, { devPort, mounts, missingTitle }]) => [
      id,
      { version: 'development', entry: `http://localhost:${devPort}/remoteEntry.js`, container: containerName(id as RemoteId), mounts, missingTitle }, // keys of the list are its type's keys
    ]),
  );

/** One dev server for one package: edits are refreshed in place, state stays. */
export const createDevServer = async (name: 'host' | RemoteId, createConfig: ConfigFactory, options: DevServerOptions): Promise<void> => {
  const config = createConfig({ target: 'web', mode: 'development' });
  const compiler = webpack({ ...config, optimization: { runtimeChunk: false } });
  const { shell, proxyTo, mediaDirectory } = options;
  const server = new WebpackDevServer(
    {
      host: 'localhost',
      port: options.port,
      hot: true,
      liveReload: false,
      allowedHosts: 'all',
      static: mediaDirectory ? { directory: mediaDirectory, publicPath: '/media' } : false,
      headers: { 'access-control-allow-origin': '*' },
      client: { overlay: false, logging: 'warn', webSocketURL: `ws://localhost:${options.port}/ws` },
      ...(proxyTo ? { proxy: [{ context: ['/api'], target: proxyTo }, { context: ['/dev'], target: proxyTo, pathRewrite: { '^/dev': '/api/dev' } }] } : {}),
      setupMiddlewares: (middlewares) => {
        if (shell) {
          middlewares.push({
            name: 'shop-shell',
            middleware: (request: { headers: { cookie?: string } }, response: { setHeader(name: string, value: string): void; end(body: string): void }) => {
              response.setHeader('content-type', 'text/html; charset=utf-8');
              response.end(shell(request.headers.cookie));
            },
          });
        }
        return middlewares;
      },
    },
    compiler,
  );
  await server.start();
  console.log(`  ${name} (${containerName(name as RemoteId)}) on http://localhost:${options.port}`);
};
