import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RegistryAccess, ReleaseUpload } from '@shop/registry';
import type { Browser } from 'playwright-core';
import type { BenchTopology } from '../../startTopology';
import { sendRequest, newAgent, type Answer } from '../sendRequest';
import { atMost, none, type Figure } from '../Fault';
import { percentile, probeFor, startProbe, timeUntil } from '../latency';
import { afterTrial, GOOD_TEXT, inBrowser, onServer } from './releases';
import { look, reportVisit } from './shopper';

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
/** Other remotes' pages must keep the p99 they have beside a good release that was promoted in the same way. */
const MAX_TIMES_QUIET = 1.5;
/** Below this value a ratio is noise. */
const NOTICED_MS = 120;
const ROLLED_BACK_WITHIN_MS = 60_000;
const TOLD_WITHIN_MS = 10_000;

const bustCache = (pathname: string): string => `${pathname}?n=${randomUUID().slice(0, 8)}`;

interface Scene {
  readonly shop: BenchTopology;
  readonly access: RegistryAccess;
  readonly browser: Browser;
}

const requestBrokenPage = ({ shop: { url } }: Scene): Promise<unknown> =>
  sendRequest(url + bustCache('/wishlist'), { timeoutMs: 10_000 }).catch(() => undefined);

/** Requests another team's page while shoppers request the broken remote's. */
const measureOtherPages = async (scene: Scene) => {
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

const readLiveVersion = async ({ access }: Scene): Promise<string> =>
  (await access.readComposition()).live['mfe-auth'] ?? '';

const publishAndPromote = async ({ access }: Scene, upload: ReleaseUpload): Promise<string> => {
  const { version, remote } = await access.publish(upload);
  await access.promote({ set: { [remote]: version } });
  return version;
};

/**
 * Publishes and promotes a release whose page runs this code on the server. Returns the figures of other teams' pages
 * once the hosts show it.
 */
const measureBesideRelease = async (scene: Scene, code: string) => {
  const from = afterTrial();
  const version = await publishAndPromote(scene, await onServer(code, { from }));
  await delay(Math.max(0, from - Date.now()));
  // Its own first pages fail until its stand-in is rendered.
  await Promise.all(Array.from({ length: 4 }, () => requestBrokenPage(scene)));
  return { version, ...(await measureOtherPages(scene)) };
};

/** Every page of a live release breaks a renderer: other teams' pages must not be affected. */
const breakRenderers = async (scene: Scene, what: string, code: string): Promise<Figure[]> => {
  const { shop } = scene;
  const { version: good, p99: quiet } = await measureBesideRelease(scene, '');
  const { version: bad, p99, failed } = await measureBesideRelease(scene, code);
  const began = performance.now();
  const took = await timeUntil(async () => {
    await reportVisit(shop.url, bustCache('/wishlist'), () => false);
    return (await readLiveVersion(scene)) === good;
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
  const good = await readLiveVersion(scene);
  const from = afterTrial();
  const bad = await publishAndPromote(scene, await inBrowser('(()=>{throw new Error("in browsers")})()', { from }));
  await delay(Math.max(0, from - Date.now()));
  const byAddress = await look(browser, shop.url, bustCache('/wishlist'));
  const byLink = await look(browser, shop.url, '/wishlist', { from: '/about' });
  const took = await timeUntil(async () => {
    await reportVisit(shop.url, bustCache('/wishlist'), (_remote, release) => release === bad);
    return (await readLiveVersion(scene)) === good;
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

/** The registry's directory is missing for a while. */
const takeRegistry = async ({ shop }: Scene): Promise<Figure[]> => {
  const directory = path.join(shop.directory, 'registry');
  const readReadiness = () => sendRequest(`http://127.0.0.1:${shop.ports.hosts[0]}/health/ready`);
  const isTold = async (): Promise<boolean> => (await readReadiness()).body.includes('The registry');
  fs.renameSync(directory, `${directory}-away`);
  try {
    const took = await timeUntil(isTold, TOLD_WITHIN_MS);
    const { status } = await readReadiness();
    const isRecreated = fs.existsSync(directory);
    return [
      atMost('the registry is gone: told as a warning after', took / 1_000, TOLD_WITHIN_MS / 1_000, 's'),
      { text: `its live releases are shown: the host answers ${status}`, limit: '200', ok: status === 200 },
      none('folders created in its place', isRecreated ? 1 : 0),
    ];
  } finally {
    if (fs.existsSync(directory)) fs.rmSync(directory, { recursive: true });
    fs.renameSync(`${directory}-away`, directory);
    await timeUntil(async () => !(await isTold()), TOLD_WITHIN_MS);
  }
};

/** Releases that pass the trial and fail afterwards. */
export const breakWhatIsLive = async (scene: Scene, quick: boolean): Promise<Figure[]> => [
  ...(await breakRenderers(scene, 'throws on the server', "throw new Error('later');")),
  ...(quick ? [] : await breakRenderers(scene, 'never ends', 'for (;;);')),
  ...(quick
    ? []
    : await breakRenderers(
        scene,
        'takes all memory',
        'const kept = []; for (;;) kept.push(new Array(130000).fill(kept.length));',
      )),
  ...(await breakInBrowsers(scene)),
  ...(await takeRegistry(scene)),
];
