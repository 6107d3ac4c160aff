import path from 'node:path';
import type { Compiler, Configuration } from 'webpack';
import type { RemoteId } from '@shop/runtime/remotes';
import type { ConfigFactory } from '../webpack/createWebpackConfig';
import { loadConfigFactory } from '../webpack/loadConfigFactory';
import { hashContent } from '../hashContent';
import { readRemote } from '../repository/readRemotes';
import { createWatchedBuild, type WatchedBuild } from './createWatchedBuild';
import { describeErrors } from './describeErrors';
import { DEV_CLIENT_PATH, DEV_NODE_PATH, DEV_REMOTE_PATH, type DevRemote } from './DevRemote';
import { followBuilds } from './followBuilds';

/** URL of the running host's files. */
const HOST_FILES = '/assets/';
const JSON_TYPE = 'application/json; charset=utf-8';
const CONTENT_TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript; charset=utf-8', '.json': JSON_TYPE };

interface Request {
  readonly url?: string | undefined;
}
interface Response {
  statusCode: number;
  setHeader(name: string, value: string): void;
  end(body: string | Buffer): void;
}
type Middleware = (request: Request, response: Response, next: (error?: unknown) => void) => void;

/**
 * Configuration of the host's client with the refresh runtime and development React. Its fonts and pictures are those
 * of the running host.
 */
const clientConfig = async (origin: string): Promise<Configuration> => {
  const createConfig = await loadConfigFactory('host');
  const config = createConfig({ target: 'web', mode: 'development' });
  return {
    ...config,
    output: { ...config.output, publicPath: `${origin}${DEV_CLIENT_PATH}` },
    module: { ...config.module, generator: { asset: { publicPath: HOST_FILES } } },
    optimization: { runtimeChunk: false },
  };
};

interface ServedRemote {
  readonly remote: RemoteId;
  readonly createConfig: ConfigFactory;
  /** Origin of the dev server. */
  readonly origin: string;
  /** Compiler of the web build. */
  readonly compiler: Compiler;
}

const isStyle = (file: string): boolean => file.endsWith('.css');

/**
 * Serves what a host needs to show a dev server's remote (decision 0039): its description, its node build, and the
 * host's client with development React. Both are built when a host first requests them.
 */
export const serveToHost = ({ remote, createConfig, origin, compiler }: ServedRemote): Middleware => {
  const web = followBuilds(compiler);
  const node = createWatchedBuild(async () => ({
    ...createConfig({ target: 'node', mode: 'development', origin }),
    optimization: { runtimeChunk: false },
  }));
  const client = createWatchedBuild(() => clientConfig(origin));

  const describe = async (): Promise<DevRemote> => {
    client.read().catch(() => undefined); // the page requests it next and receives the error
    const [stats, built] = await Promise.all([web(), node.read()]);
    const problem = describeErrors(stats) ?? built.problem;
    if (problem !== undefined) return { remote, problem };
    const listStyles = (name: string): string[] =>
      [...(stats.compilation.namedChunks.get(name)?.files ?? [])].filter(isStyle);
    const { audience, mounts, privateMounts, missingTitle } = readRemote(remote);
    const chunks = [...stats.compilation.namedChunks.keys()].filter((name) => name !== 'remote');
    return {
      remote,
      ...(audience ? { audience } : {}),
      mounts: [...mounts],
      privateMounts: [...privateMounts],
      missingTitle,
      clientScripts: ['client.js'],
      web: {
        entry: 'remoteEntry.js',
        styles: listStyles('remote'),
        chunkStyles: Object.fromEntries(chunks.map((name) => [name, listStyles(name)])),
      },
      node: {
        entry: 'remoteEntry.js',
        files: Object.fromEntries(
          [...built.files]
            .filter(([name]) => name.endsWith('.js'))
            .map(([name, content]) => [name, hashContent(content)]),
        ),
      },
    };
  };

  const sendFile = async (response: Response, build: WatchedBuild, name: string): Promise<void> => {
    const { files, problem } = await build.read();
    const content = files.get(name);
    response.setHeader('cache-control', 'no-cache');
    response.statusCode = content ? 200 : problem === undefined ? 404 : 500;
    response.setHeader(
      'content-type',
      content ? (CONTENT_TYPES[path.extname(name)] ?? 'application/octet-stream') : 'text/plain; charset=utf-8',
    );
    response.end(content ?? problem ?? 'File not found');
  };

  const sendDescription = async (response: Response): Promise<void> => {
    // An invalid remote.json is reported like a compile error.
    const described = await describe().catch((error: unknown): DevRemote => ({
      remote,
      problem: error instanceof Error ? error.message : String(error),
    }));
    response.setHeader('cache-control', 'no-cache');
    response.setHeader('content-type', JSON_TYPE);
    response.end(JSON.stringify(described));
  };

  return (request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    const isUnderPath = (place: string): boolean => pathname.startsWith(place);
    if (pathname === DEV_REMOTE_PATH) sendDescription(response).catch(next);
    else if (isUnderPath(DEV_NODE_PATH)) sendFile(response, node, pathname.slice(DEV_NODE_PATH.length)).catch(next);
    else if (isUnderPath(DEV_CLIENT_PATH))
      sendFile(response, client, pathname.slice(DEV_CLIENT_PATH.length)).catch(next);
    else next();
  };
};
