import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { PAGE_DATA_ID, type PageData } from '../../host/src/app/PageData';
import { monolithDist } from './buildMonolith';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
};

const sendFile = (request: http.IncomingMessage, response: http.ServerResponse, file: string): void => {
  const compressed = `${file}.br`;
  const useBrotli = (request.headers['accept-encoding'] ?? '').includes('br') && fs.existsSync(compressed);
  if (!fs.existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  const body = fs.readFileSync(useBrotli ? compressed : file);
  response.writeHead(200, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'content-length': body.length,
    'cache-control': 'public, max-age=31536000, immutable',
    ...(useBrotli ? { 'content-encoding': 'br' } : {}),
  });
  response.end(body);
};

/**
 * Reads the page data of the shop without the rendered markup. @throws {Error} if it is missing.
 */
const readPageData = async (shopUrl: string): Promise<string> => {
  const page = await (await fetch(shopUrl)).text();
  const text = new RegExp(`<script type="application/json" id="${PAGE_DATA_ID}">(.*?)</script>`, 's').exec(page)?.[1];
  if (text === undefined) throw new Error(`The page at ${shopUrl} has no data`);
  const data = JSON.parse(text) as PageData;
  return JSON.stringify({ ...data, serviceWorker: false, state: null, router: null }).replaceAll('<', '\\u003c');
};

/** A single-page server: one HTML document for every path, brotli files, and a proxy for API and pictures. */
export const serveMonolith = async (
  port: number,
  shopUrl: string,
  files: { scripts: readonly string[]; styles: readonly string[] },
): Promise<http.Server> => {
  const data = await readPageData(shopUrl);
  const renderDocument = (store: string): string =>
    `<!doctype html><html lang="en" data-storefront="${store}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Twin</title>${files.styles
      .map((href) => `<link rel="stylesheet" href="${href}">`)
      .join(
        '',
      )}${files.scripts.map((src) => `<script src="${src}" defer></script>`).join('')}</head><body><div id="root"></div><script type="application/json" id="${PAGE_DATA_ID}">${data}</script></body></html>`;
  const server = http.createServer((request, response) => {
    const url = request.url ?? '/';
    if (url.startsWith('/assets/')) return sendFile(request, response, path.join(monolithDist, path.basename(url)));
    if (url.startsWith('/api/') || url.startsWith('/media/')) {
      const passed = http.request(shopUrl + url, { method: request.method, headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => response.writeHead(502).end());
      return request.pipe(passed);
    }
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      .end(renderDocument(url.includes('store=organic') ? 'organic' : 'jewellery'));
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
};
