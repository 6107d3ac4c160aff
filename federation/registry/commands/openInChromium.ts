import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Check } from '@sinclair/typebox/value';
import { providedSingletons } from '@shop/runtime/sharedDependencies';
import { TrialResult, readEntry, checkOpenedPages, RegistryError, type ReleaseUpload } from '..';
import { bundleOpenPages } from '../trial/bundleForTrial';

const TIMEOUT_MS = 90_000;
const CHROMIUM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Restricts Chromium to the local trial page. */
const CHROMIUM_FLAGS = [
  '--headless',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium exits when this pipe is closed, even if this process is killed. A signal would not be enough: Debian
  // starts Chromium through a shell script, which does not pass signals on.
  '--remote-debugging-pipe',
];
const CLOSE_TIMEOUT_MS = 5_000;

const execute = promisify(execFile);

/** Finds the configured Chromium, or an installed one. */
export const findChromium = (environment: NodeJS.ProcessEnv): string | undefined =>
  [environment['CHROMIUM_PATH'] ?? '', ...CHROMIUM_PATHS].find((file) => file !== '' && fs.existsSync(file));

const getContentType = (name: string): string =>
  name.endsWith('.css') ? 'text/css' : name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';

const renderTrialPage = (
  trial: unknown,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trial</title></head><body><script>
const send = fetch.bind(window);
const say = (what, body) => send('/' + what, { method: 'POST', body: JSON.stringify(body) });
</script><script src="/openPages.js"></script><script>
openPages(${JSON.stringify(trial)}, (page) => void say('page', page)).then((opened) => say('opened', opened), (error) => say('failed', String(error)));
</script></body></html>`;

/** Opens the pages of a release in Chromium. Returns the reasons why it must not go live; empty if there are none. */
const openWithChromium = async (
  chromium: string,
  files: ReadonlyMap<string, Buffer>,
  profile: string,
): Promise<string[]> => {
  const openPages = await bundleOpenPages();
  const trial = { ...readEntry(files), versions: providedSingletons };
  let currentPage = 'Its first page';
  let settle: (reasons: string[]) => void = () => undefined;
  const settled = new Promise<string[]>((resolve) => (settle = resolve));

  const handleReport = async (request: http.IncomingMessage): Promise<void> => {
    const report: unknown = JSON.parse(await text(request));
    if (request.url === '/page')
      currentPage = typeof report === 'object' && report !== null && 'at' in report ? String(report.at) : currentPage;
    else if (request.url === '/opened')
      settle(Check(TrialResult, report) ? checkOpenedPages(report) : ['Its pages reported no valid result.']);
    else settle([`Its web build does not run: ${String(report)}`]);
  };
  const server = http.createServer((request, response) => {
    if (request.method === 'POST')
      return void handleReport(request).then(
        () => response.end(),
        () => response.writeHead(400).end(),
      );
    const name = path.basename(new URL(request.url ?? '/', 'http://localhost').pathname);
    const content =
      name === '' ? renderTrialPage(trial) : name === 'openPages.js' ? openPages : files.get(`web/${name}`);
    response
      .writeHead(content === undefined ? 404 : 200, {
        'content-type': name === '' ? 'text/html' : getContentType(name),
      })
      .end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []; // Chromium's sandbox does not work for root
  const browser = spawn(
    chromium,
    [...CHROMIUM_FLAGS, ...asRoot, `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => browser.once('close', () => resolve()));
  browser.once('error', (error) => settle([`Chromium does not start: ${error.message}`]));
  const timer = setTimeout(
    () => settle([`${currentPage} does not finish within ${TIMEOUT_MS / 1_000} seconds.`]),
    TIMEOUT_MS,
  );
  try {
    return await Promise.race([settled, ended.then(() => [`${currentPage} crashes the browser.`])]);
  } finally {
    clearTimeout(timer);
    for (const pipe of browser.stdio.slice(3)) pipe?.destroy();
    const hung = setTimeout(() => browser.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
    await ended;
    clearTimeout(hung);
    server.closeAllConnections();
    server.close();
  }
};

/**
 * Opens all pages of a built remote in the local Chromium, with API responses generated from the contracts.
 * @returns the Chromium version; undefined if there is no Chromium.
 * @throws {RegistryError} `refused`, with what failed.
 */
export const openInChromium = async (
  files: ReadonlyMap<string, Buffer>,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> => {
  const chromium = findChromium(environment);
  if (chromium === undefined) return undefined;
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'chromium-'));
  try {
    const [{ stdout: version }, reasons] = await Promise.all([
      execute(chromium, ['--version']),
      openWithChromium(chromium, files, profile),
    ]);
    if (reasons.length > 0) throw new RegistryError('refused', 'The build is refused:', reasons);
    return version.trim().slice(0, 100);
  } finally {
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  }
};

/**
 * Opens the pages of an upload and records the browser. Without a local Chromium, prints a note, and the registry opens
 * them.
 * @throws {RegistryError} `refused`, with what failed.
 */
export const openUpload = async (upload: ReleaseUpload, print: (line: string) => void): Promise<ReleaseUpload> => {
  const openedIn = await openInChromium(upload.files);
  if (openedIn === undefined)
    print('  no Chromium found (set CHROMIUM_PATH): the registry will open its pages in jsdom');
  return { ...upload, openedIn };
};
