import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A build whose pages read the categories from the API, as real pages do. */
const RENDERER = `
exports.renderPage = async ({ url }, { callApi }) => {
  if (url.startsWith('/broken')) throw new Error('of ada@example.com');
  if (url.startsWith('/moved')) return { kind: 'redirect', location: '/', status: 302 };
  await callApi('/api/categories?store=organic-store').catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, url.startsWith('/slow') ? 1000 : 0));
  return { kind: 'page', status: 200, html: '<p>rendered</p>', storefront: 'organic', chunks: [], state: null, router: null };
};`;

/** Creates the parts of a host build that the server needs. Returns their paths and a cleanup function. */
export const aHostDist = (): {
  readonly folder: string;
  readonly hostDist: string;
  readonly mediaDirectory: string;
  remove(): void;
} => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'host-dist-'));
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  write('dist/assets.json', JSON.stringify({ scripts: [], styles: [], offline: { scripts: [], styles: [] } }));
  write('dist/web/uses.json', JSON.stringify({ routes: [], widgets: [] }));
  write('dist/web/shared-exports.json', JSON.stringify({ imports: {}, exports: {} }));
  write('dist/node/server.js', RENDERER);
  write('dist/worker/earlyInput.js', '');
  write('dist/worker/worker.js', '');
  write('dist/worker/unregisterWorker.js', '');
  write('media/none.00000000-640.webp', '');
  return {
    folder,
    hostDist: path.join(folder, 'dist'),
    mediaDirectory: path.join(folder, 'media'),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
};
