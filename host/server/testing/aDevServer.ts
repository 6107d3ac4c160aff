import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEV_NODE_PATH, DEV_REMOTE_PATH } from '@shop/build/dev-server';
import { hashContent } from '@shop/registry';

type Answer = (response: http.ServerResponse) => void;

/** Content of a dev server, which tests can change. */
interface Served {
  remote: string;
  mounts: readonly string[];
  /** Source of the node build; the page shows the return value of its export `text`. */
  source: string;
  /** Reported instead of a build. */
  problem?: string;
  /** Custom responses by path. */
  readonly answers: Map<string, Answer>;
}

const ENTRY = 'remoteEntry.js';

export const buildSource = (text: string): string => `exports.text = () => ${JSON.stringify(text)};`;

/** A dev server on this machine that records its requests. */
export const aDevServer = async (remote = 'mfe-gifts') => {
  const served: Served = {
    remote,
    mounts: ['/gifts'],
    source: buildSource('a page of the laptop'),
    answers: new Map(),
  };
  const asked: string[] = [];
  const describe = (): unknown =>
    served.problem === undefined
      ? {
          remote: served.remote,
          mounts: served.mounts,
          missingTitle: 'Being built',
          clientScripts: ['client.js'],
          web: { entry: ENTRY, styles: ['remote.css'], chunkStyles: { late: ['late.css'] } },
          node: { entry: ENTRY, files: { [ENTRY]: hashContent(Buffer.from(served.source)) } },
        }
      : { remote: served.remote, problem: served.problem };
  const server = http.createServer(({ url = '/' }, response) => {
    asked.push(url);
    const answer = served.answers.get(url);
    if (answer) answer(response);
    else if (url === DEV_REMOTE_PATH) response.end(JSON.stringify(describe()));
    else if (url === `${DEV_NODE_PATH}${ENTRY}`) response.end(served.source);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://localhost:${port}`, served, asked, describe, close };
};
export type DevServerOnThisMachine = Awaited<ReturnType<typeof aDevServer>>;
