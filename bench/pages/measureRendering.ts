import fs from 'node:fs';
import path from 'node:path';
import type { RemoteId } from '@shop/runtime/remotes';
import { Renderer, type CallApi } from '../../host/server/pages/Renderer';
import { aRenderJob } from '../../host/server/testing/renderJobs';

const WARM_UP_MS = 2_000;
const MEASURED_MS = 4_000;
const TIMEOUT_MS = 10_000;
/** Pages that the renderer works on at once. */
const AT_ONCE = 4;
const repositoryRoot = path.resolve(__dirname, '../..');

export interface RenderedPage {
  readonly url: string;
  readonly remote: RemoteId;
}

/** Answers from memory, so that only the renderer's work is measured. */
const createApi = (apiUrl: string): CallApi => {
  const answers = new Map<string, ReturnType<CallApi>>();
  const read = async (address: string): ReturnType<CallApi> => {
    const response = await fetch(apiUrl + address);
    return {
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? '' },
      body: await response.text(),
    };
  };
  return (address) => {
    const answer = answers.get(address) ?? read(address);
    answers.set(address, answer);
    return answer;
  };
};

/** Returns how many pages a second one renderer makes. */
export const measureRendering = async (apiUrl: string, { url, remote }: RenderedPage): Promise<number> => {
  const node = path.join(repositoryRoot, remote, 'dist/node');
  const entry = fs.readdirSync(node).find((file) => /^remoteEntry\.[\w-]+\.js$/.test(file)) ?? '';
  const { request } = aRenderJob({
    url,
    storefront: 'jewellery',
    release: { remote, version: '1.0.0', entry: path.join(node, entry) },
    site: { origin: 'http://shop.example', menuLinks: [] },
  });
  const callApi = createApi(apiUrl);
  const renderer = new Renderer(
    { bundle: path.join(repositoryRoot, 'host/dist/node/server.js'), releases: node },
    { onLost: (_renderer, isBusy, reason) => isBusy && console.error(reason), onUncaughtError: console.error },
  );
  const render = async (forMs: number): Promise<number> => {
    const started = performance.now();
    let pages = 0;
    const work = async (): Promise<void> => {
      while (performance.now() - started < forMs) {
        await renderer.send(request, TIMEOUT_MS, callApi);
        pages += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return (pages / (performance.now() - started)) * 1_000;
  };
  await render(WARM_UP_MS);
  const rate = await render(MEASURED_MS);
  await renderer.end();
  return rate;
};
