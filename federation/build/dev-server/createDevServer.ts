import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import type { Composition } from '@shop/runtime/composition';
import { containerName, getAudience, isRemoteId, type Audience, type RemoteId } from '@shop/runtime/remotes';
import { serveToHost } from './serveToHost';
import { readRemotes } from '../repository/readRemotes';
import type { ConfigFactory } from '../webpack/createWebpackConfig';

interface DevServerOptions {
  readonly port: number;
  /** Renders the host's shell for page requests; remotes have no pages. */
  readonly shell?: (cookie: string | undefined, host: string | undefined) => string;
  /** Target for /api and /dev. */
  readonly proxyTo?: string;
  /** Folder served at /media. */
  readonly mediaDirectory?: string;
}

/** Composition of the dev servers for an audience, used by the host's shell in development. */
export const developmentComposition = (audience: Audience): Composition =>
  Object.fromEntries(
    Object.entries(readRemotes())
      .filter(([, description]) => getAudience(description) === audience)
      .map(([id, { devPort, mounts, missingTitle }]) => [
        id,
        {
          version: 'development',
          entry: `http://localhost:${devPort}/remoteEntry.js`,
          container: containerName(id as RemoteId),
          mounts,
          missingTitle,
        }, // keys are remote ids
      ]),
  );

/** Starts the dev server of a package, with Fast Refresh that preserves state. */
export const createDevServer = async (
  name: 'host' | RemoteId,
  createConfig: ConfigFactory,
  options: DevServerOptions,
): Promise<void> => {
  const origin = `http://localhost:${options.port}`;
  const config = createConfig({ target: 'web', mode: 'development', origin });
  const compiler = webpack({ ...config, optimization: { runtimeChunk: false } });
  if (!compiler) throw new Error(`webpack created no compiler for ${name}`);
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
      // Show compile errors in the page. Runtime errors are left to the page.
      client: {
        overlay: { errors: true, warnings: false, runtimeErrors: false },
        logging: 'warn',
        webSocketURL: `ws://localhost:${options.port}/ws`,
      },
      ...(proxyTo
        ? {
            proxy: [
              { context: ['/api'], target: proxyTo },
              { context: ['/dev'], target: proxyTo, pathRewrite: { '^/dev': '/api/dev' } },
            ],
          }
        : {}),
      setupMiddlewares: (middlewares) => {
        if (isRemoteId(name))
          middlewares.unshift({
            name: 'shop-host',
            middleware: serveToHost({ remote: name, createConfig, origin, compiler }),
          });
        if (shell) {
          middlewares.push({
            name: 'shop-shell',
            middleware: (
              request: { headers: { cookie?: string; host?: string } },
              response: { setHeader(name: string, value: string): void; end(body: string): void },
            ) => {
              response.setHeader('content-type', 'text/html; charset=utf-8');
              response.end(shell(request.headers.cookie, request.headers.host));
            },
          });
        }
        return middlewares;
      },
    },
    compiler,
  );
  await server.start();
  console.log(`  ${name} (${containerName(name as RemoteId)}) on ${origin}`);
};
