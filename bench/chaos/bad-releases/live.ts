import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { RegistryAccess, ReleaseUpload } from '@shop/registry';
import type { Browser } from 'playwright-core';
import type { BenchTopology } from '../../startTopology';
import { sendRequest, newAgent, type Answer } from '../sendRequest';
import { atMost, none, type Figure } from '../Fault';
import { percentile, probeFor, startProbe, timeUntil } from '../latency';
import { GOOD_TEXT, harmless, inBrowser, onServer } from './releases';
import { look, visit } from './shopper';

/**
 * At 25 pages a second the 99th percentile of a window is its fifth slowest page, so one pause of the machine does not
 * change it.
 */
const WINDOW_MS = 20_000;
/**
 * Renderers and the probe's connections are new after each release: their first pages are not representative.
 */
const WARM_UP_MS = 5_000;
const PROBE_EVERY_MS = 40;
/**
 * The remote's own pages are requested at the same rate in both windows, so that both have the same number of pages.
 */
const ITS_PAGE_EVERY_MS = 250;
/** Other remotes' pages must keep the p99 they have beside a good release that went live in the same way. */
const MAX_TIMES_QUIET = 1.5;
/** Below this value a ratio is noise. */
const NOTICED_MS = 120;
const ROLLED_BACK_WITHIN_MS = 60_000;

const bustCache = (pathname: string): string => `${pathname}?n=${randomUUID().slice(0, 8)}`;

interface Scene {
  readonly shop: BenchTopology;
  readonly access: RegistryAccess;
  readonly browser: Browser;
}

const requestBrokenPage = ({ shop: { url } }: Scene): Promise<unknown> =>
  sendRequest(url + bustCache('/wishlist'), { timeoutMs: 10_000 }).catch(() => undefined);

/** Requests another team's page while shoppers request the broken remote's. */
const measureOtherPage = async (scene: Scene) => {
  const agent = newAgent();
  const asking = startProbe(
    async () => (await requestBrokenPage(scene), { status: 200, headers: {}, body: '', ms: 0 }),
    ITS_PAGE_EVERY_MS,
  );
  const requestOtherPage = (): Promise<Answer> => sendRequest(scene.shop.url + bustCache('/about'), { agent });
  const warmUp = await probeFor(WARM_UP_MS, requestOtherPage, PROBE_EVERY_MS);
  const probed = await probeFor(WINDOW_MS, requestOtherPage, PROBE_EVERY_MS);
  await asking();
  agent.destroy();
  return { p99: percentile(probed.times, 0.99), failed: [...warmUp.failed, ...probed.failed] };
};

const liveVersion = async ({ access }: Scene): Promise<string> =>
  (await access.readComposition()).live['mfe-auth'] ?? '';

const goLive = async ({ access }: Scene, upload: ReleaseUpload): Promise<string> => {
  const { version, remote } = await access.publish(upload);
  await access.promote({ set: { [remote]: version } });
  return version;
};

/**
 * Makes a release live whose page runs this code on the server. Returns the figures of other teams' pages once the
 * hosts show it.
 */
const measureBesideNewRelease = async (scene: Scene, code: string) => {
  const version = await goLive(scene, await onServer(code, { onlyLater: true }));
  // Pages rendered in the same renderer at that moment fall back to the shell.
  await Promise.all(Array.from({ length: 4 }, () => requestBrokenPage(scene)));
  return { version, ...(await measureOtherPage(scene)) };
};

/**
 * Every page of a live release breaks a renderer: only its own pages are affected, and the previous release renders
 * them.
 */
const breakRenderers = async (scene: Scene, what: string, code: string): Promise<Figure[]> => {
  const { shop } = scene;
  const { version: good, p99: quiet } = await measureBesideNewRelease(scene, '');
  const { version: bad, p99, failed } = await measureBesideNewRelease(scene, code);
  const { body } = await sendRequest(shop.url + bustCache('/wishlist'));
  const began = performance.now();
  const took = await timeUntil(async () => {
    await visit(shop.url, bustCache('/wishlist'), () => false);
    return (await liveVersion(scene)) === good;
  }, ROLLED_BACK_WITHIN_MS);
  if (took === Infinity) await scene.access.rollBack({ remote: 'mfe-auth' });
  const most = Math.max(NOTICED_MS, quiet * MAX_TIMES_QUIET);
  return [
    {
      text: `live, and ${what} with each page: others' pages p99 ${p99.toFixed(0)} ms, beside a good one ${quiet.toFixed(0)} ms`,
      limit: `at most ${MAX_TIMES_QUIET} times, or ${NOTICED_MS} ms`,
      ok: p99 <= most,
    },
    none(`of others' pages failed${failed.length > 0 ? ` (${failed[0]})` : ''}`, failed.length),
    {
      text: `its own page is ${body.includes(GOOD_TEXT) ? 'the release before' : 'another'}`,
      limit: 'the release before',
      ok: body.includes(GOOD_TEXT),
    },
    atMost(
      `${bad} rolled back by itself after`,
      (took === Infinity ? performance.now() - began : took) / 1_000,
      ROLLED_BACK_WITHIN_MS / 1_000,
      's',
    ),
  ];
};

/** Throws in shoppers' browsers only: what they see, and for how long. */
const breakInBrowsers = async (scene: Scene): Promise<Figure[]> => {
  const { shop, browser } = scene;
  const good = await liveVersion(scene);
  const bad = await goLive(scene, await inBrowser('(()=>{throw new Error("in browsers")})()', { onlyLater: true }));
  const byAddress = await look(browser, shop.url, bustCache('/wishlist'));
  const byLink = await look(browser, shop.url, '/wishlist', { from: '/about' });
  const took = await timeUntil(async () => {
    await visit(shop.url, bustCache('/wishlist'), (_remote, release) => release === bad);
    return (await liveVersion(scene)) === good;
  }, ROLLED_BACK_WITHIN_MS);
  if (took === Infinity) await scene.access.rollBack({ remote: 'mfe-auth' });
  const isGood = ({ text, panel }: { text: string; panel: boolean }): boolean => text.includes(GOOD_TEXT) && !panel;
  return [
    {
      text: `live, and throws in browsers: by address ${isGood(byAddress) ? 'the release before' : byAddress.text.slice(0, 60)}, by a link ${isGood(byLink) ? 'the release before' : byLink.text.slice(0, 60)}`,
      limit: 'the release before',
      ok: isGood(byAddress) && isGood(byLink),
    },
    atMost(`${bad} rolled back by itself after`, took / 1_000, ROLLED_BACK_WITHIN_MS / 1_000, 's'),
  ];
};

/** Overwrites files of a release on disk. */
const damage = (directory: string, version: string, isMeant: RegExp): void => {
  for (const target of ['web', 'node']) {
    const folder = path.join(directory, version, target);
    for (const file of fs.readdirSync(folder).filter((name) => isMeant.test(name))) {
      for (const packed of ['br', 'gz']) fs.rmSync(path.join(folder, `${file}.${packed}`), { force: true });
      fs.writeFileSync(
        path.join(folder, file),
        target === 'web' ? 'window.altered = true;' : 'throw new Error("altered");',
      );
    }
  }
};

/** A lazily loaded chunk is altered after its release went live. */
const alterChunk = async ({ shop, access, browser }: Scene): Promise<Figure[]> => {
  const upload = await harmless('mfe-home', 'All posts', 'Every post');
  const { version } = await access.publish(upload);
  await access.promote({ set: { 'mfe-home': version } });
  await sendRequest(shop.url + bustCache('/about')); // The hosts have loaded it.
  damage(path.join(shop.directory, 'registry/mfe-home'), version, /^blog\..*\.js$/);
  const { text, panel, altered } = await look(browser, shop.url, '/blog', { from: '/about' });
  await access.rollBack({ remote: 'mfe-home' });
  return [
    {
      text: `a part of a live release altered on the disk: ${panel ? 'a panel' : `the page ("${text.slice(0, 20).replaceAll('\n', ' ')}")`}, altered code ${altered ? 'ran' : 'did not run'}`,
      limit: 'the page, by the release before',
      ok: !panel && !altered,
    },
  ];
};

/** The release that a rollback would restore was altered on disk: it is skipped. */
const alterEarlier = async (scene: Scene): Promise<Figure[]> => {
  const { shop, access } = scene;
  const good = await liveVersion(scene);
  const first = await goLive(scene, await harmless('mfe-auth', GOOD_TEXT, `${GOOD_TEXT} `));
  await goLive(scene, await harmless('mfe-auth', GOOD_TEXT, `${GOOD_TEXT}  `));
  damage(path.join(shop.directory, 'registry/mfe-auth'), first, /^remote.*\.js$/);
  const { version: back } = await access.rollBack({ remote: 'mfe-auth' });
  const { body } = await sendRequest(shop.url + bustCache('/wishlist'));
  return [
    {
      text: `a rollback to a release whose files were altered: back at ${back === good ? 'the newest intact release' : back}, its page ${body.includes(GOOD_TEXT) ? 'is whole' : 'is not'}`,
      limit: 'the newest intact release',
      ok: back === good && body.includes(GOOD_TEXT),
    },
  ];
};

/** The registry's directory is missing for a while. */
const takeRegistry = async ({ shop }: Scene): Promise<Figure[]> => {
  const directory = path.join(shop.directory, 'registry');
  const ready = async (): Promise<boolean> =>
    (await sendRequest(`http://127.0.0.1:${shop.ports.hosts[0]}/health/ready`)).status === 200;
  fs.renameSync(directory, `${directory}-away`);
  try {
    const { body } = await sendRequest(shop.url + bustCache('/wishlist'));
    const notReadyMs = await timeUntil(async () => !(await ready()), 10_000);
    const made = fs.existsSync(directory);
    return [
      {
        text: `the registry is gone: pages ${body.includes(GOOD_TEXT) ? 'stay' : 'are lost'}, not ready after ${(notReadyMs / 1_000).toFixed(1)} s, ${made ? 'a new folder' : 'no new folder'}`,
        limit: 'pages stay, not ready, no new folder',
        ok: body.includes(GOOD_TEXT) && Number.isFinite(notReadyMs) && !made,
      },
    ];
  } finally {
    if (fs.existsSync(directory)) fs.rmSync(directory, { recursive: true });
    fs.renameSync(`${directory}-away`, directory);
    await timeUntil(ready, 10_000);
  }
};

/** Releases that pass the trial and fail afterwards. */
export const breakWhatIsLive = async (scene: Scene, quick: boolean): Promise<Figure[]> => [
  ...(await breakRenderers(scene, 'throws on the server', "throw new Error('later');")),
  ...(await breakRenderers(scene, 'ends its process', 'process.exit(1);')),
  ...(quick ? [] : await breakRenderers(scene, 'never ends', 'for (;;);')),
  ...(quick
    ? []
    : await breakRenderers(
        scene,
        'takes all memory',
        'const kept = []; for (;;) kept.push(new Array(130000).fill(kept.length));',
      )),
  ...(quick ? [] : await breakRenderers(scene, 'reads the machine', "require('node:fs').readFileSync('/etc/passwd');")),
  ...(await breakInBrowsers(scene)),
  ...(await alterChunk(scene)),
  ...(await alterEarlier(scene)),
  ...(await takeRegistry(scene)),
];
