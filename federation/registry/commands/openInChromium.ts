import { execFile, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { canMakeNamespaces, ISOLATED_MEMORY_MB } from '@shop/runtime/isolatedNode';
import { getAudience } from '@shop/runtime/remotes';
import { providedSingletons } from '@shop/runtime/sharedDependencies';
import { readEntry, type ReleaseUpload } from '..';
import { checkOpenedPages, formatPage, TrialResult, Visitor } from '../description/checkTrial';
import type { BrowserTrial } from '../trial/OpenedPages';
import { bundleOpenPages } from '../trial/bundleForTrial';
import { findChromium, INSTALL_CHROMIUM } from './findChromium.cjs';

const TIMEOUT_MS = 90_000;
/** Restricts Chromium to the local trial page. */
const CHROMIUM_FLAGS = [
  '--headless',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--js-flags=--max-old-space-size=${ISOLATED_MEMORY_MB}`,
  // Chromium exits when this pipe is closed, even if this process is killed. A signal would not be enough: Debian
  // starts Chromium through a shell script, which does not pass signals on.
  '--remote-debugging-pipe',
];
const CLOSE_TIMEOUT_MS = 5_000;
const MAX_FAILURE_LENGTH = 500;

const execute = promisify(execFile);

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

const TargetEvent = Type.Object({
  method: Type.String(),
  params: Type.Object({ targetInfo: Type.Object({ type: Type.String(), url: Type.String() }) }),
});

interface PageEvents {
  /** The page's process ended. Chromium goes on. */
  readonly onCrash: () => void;
  /** The page has another address. */
  readonly onAddress: (url: string) => void;
}

/** Follows the page over the debugging pipe. */
const watchPage = ({ stdio: [, , , commands, events] }: ChildProcess, { onCrash, onAddress }: PageEvents): void => {
  if (!(commands instanceof Writable) || !(events instanceof Readable)) return;
  for (const pipe of [commands, events]) pipe.on('error', () => undefined); // it ends with Chromium
  commands.write('{"id":1,"method":"Target.setDiscoverTargets","params":{"discover":true}}\0');
  let unread = '';
  events.on('data', (chunk: Buffer) => {
    const messages = (unread + chunk.toString()).split('\0');
    unread = messages.pop() ?? '';
    for (const message of messages) {
      if (message.startsWith('{"method":"Target.targetCrashed"')) onCrash();
      const event: unknown = JSON.parse(message);
      if (
        Check(TargetEvent, event) &&
        event.method === 'Target.targetInfoChanged' &&
        event.params.targetInfo.type === 'page'
      )
        onAddress(event.params.targetInfo.url);
    }
  });
};

const Progress = Type.Object({ at: Type.String(), visitor: Visitor });

/** What is opened: the files of a build, for whom it is. */
type Build = Pick<ReleaseUpload, 'files' | 'audience'>;

/** Opens the pages of a release in Chromium. Returns the reasons why it is refused; empty if there are none. */
const openWithChromium = async (
  chromium: string,
  { files, audience }: Build,
  profile: string,
  timeoutMs: number,
): Promise<string[]> => {
  const openPages = await bundleOpenPages();
  const trial: BrowserTrial = {
    ...readEntry(files),
    audience: getAudience({ audience }),
    versions: providedSingletons,
  };
  let currentPage = 'Its first page';
  let isOpened = false;
  let settle: (reasons: string[]) => void = () => undefined;
  const settled = new Promise<string[]>((resolve) => (settle = resolve));

  const handleReport = async (request: http.IncomingMessage): Promise<void> => {
    const report: unknown = JSON.parse(await text(request));
    if (request.url === '/page') {
      isOpened = true;
      currentPage = Check(Progress, report) ? formatPage(report.at, report.visitor) : currentPage;
    } else if (request.url === '/opened')
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
  // Chromium's sandbox does not work for root, nor in a container that forbids namespaces, and is one itself.
  const hasSandbox = process.platform !== 'linux' || (process.getuid?.() !== 0 && canMakeNamespaces());
  const browser = spawn(
    chromium,
    [
      ...CHROMIUM_FLAGS,
      ...(hasSandbox ? [] : ['--no-sandbox']),
      `--user-data-dir=${profile}`,
      `http://127.0.0.1:${port}/`,
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => browser.once('close', () => resolve()));
  browser.once('error', (error) => settle([`Chromium does not start: ${error.message}`]));
  const address = `http://127.0.0.1:${port}/`;
  watchPage(browser, {
    onCrash: () =>
      settle([`${currentPage} used more than ${ISOLATED_MEMORY_MB} MB of memory in the browser, or crashed it.`]),
    onAddress: (url) => {
      if (isOpened && url !== address) settle([`${currentPage} navigates by itself, to ${url}.`]);
    },
  });
  const timer = setTimeout(
    () => settle([`${currentPage} did not finish within ${timeoutMs / 1_000} seconds.`]),
    timeoutMs,
  );
  try {
    return await Promise.race([settled, ended.then(() => [`${currentPage} crashed the browser.`])]);
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

/** How the pages of a build were opened. */
export interface OpenedBuild {
  /** Such as "Chromium 156". */
  readonly openedIn: string;
  /** What failed, one sentence each. */
  readonly failures: readonly string[];
}

/**
 * Opens all pages of a built remote in the local Chromium, with API responses generated from the contracts. Returns
 * undefined if there is no Chromium.
 */
export const openInChromium = async (
  build: Build,
  environment: NodeJS.ProcessEnv = process.env,
  timeoutMs = TIMEOUT_MS,
): Promise<OpenedBuild | undefined> => {
  const chromium = findChromium(environment);
  if (chromium === undefined) return undefined;
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'chromium-'));
  try {
    const [{ stdout: version }, failures] = await Promise.all([
      execute(chromium, ['--version']),
      openWithChromium(chromium, build, profile, timeoutMs),
    ]);
    return { openedIn: version.trim().slice(0, 100), failures };
  } finally {
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  }
};

const hasEntry = ({ files }: ReleaseUpload): boolean => {
  try {
    return readEntry(files).entry !== '';
  } catch {
    return false;
  }
};

/** Text of a page's error may have several lines; the registry accepts one. */
const toLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_FAILURE_LENGTH);

/** Returns a sentence if pages cannot be opened on this machine; undefined if there is a Chromium. */
export const describeMissingChromium = (environment: NodeJS.ProcessEnv): string | undefined =>
  findChromium(environment) === undefined
    ? `There is no Chromium: pages of new releases are rendered, but not opened in a browser. To install it, run: ${INSTALL_CHROMIUM}`
    : undefined;

/**
 * Opens the pages of an upload in the local Chromium and records the browser and what failed. Without one, returns the
 * upload as it is.
 */
export const openUpload = async (upload: ReleaseUpload): Promise<ReleaseUpload> => {
  if (!hasEntry(upload)) return upload; // the registry refuses it, with the reason
  const opened = await openInChromium(upload);
  if (opened === undefined) return upload;
  const { openedIn, failures } = opened;
  return { ...upload, openedIn, ...(failures.length > 0 ? { failures: failures.map(toLine) } : {}) };
};
