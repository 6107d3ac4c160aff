import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { repositoryRoot, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { createHttpAccess, createToken, Registry } from '@shop/registry';
import { S3Storage } from '@shop/server-kit/storage/S3Storage';
import { s3Options } from '@shop/server-kit/testing/startS3';
import { rebuiltUpload } from '../../e2e/support/releases';
import { GOOD_TEXT } from './bad-releases/releases';
import { atMost, none, type Fault, type Figure } from './Fault';
import { startProbe, timeUntil } from './latency';
import { sendRequest } from './sendRequest';

const PICTURES = path.join(repositoryRoot, 'api/content/media/jewellery');

/** Adds a picture as an operator does. Returns its address. */
const addPicture = async (file: string, env: Readonly<Record<string, string>>): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...tsxArguments('api/operator/cli.ts', 'pictures', 'add', path.join(PICTURES, file))],
    { cwd: repositoryRoot, env: { ...process.env, ...env } },
  );
  const [address] = /\/media\/\S+/.exec(stdout) ?? [];
  if (address === undefined) throw new Error(`No picture was added: ${stdout}`);
  return address;
};

const REMOTE = 'mfe-auth';
const NEW_TEXT = 'Press the heart to keep a product here.';
const SHOWN_WITHIN_MS = 20_000;
const SLOW_MS = 10_000;
const CANARY_PERCENT = 50;
/** Enough for both releases to be seen at each host: all of them get the same with a chance of 1 in 2^23. */
const VISITORS = 24;
const READ_EVERY_MS = 100;

const answers = (what: string, statuses: readonly number[], expected: number): Figure => ({
  text: `${what}: ${statuses.join(', ')}`,
  limit: String(expected),
  ok: statuses.every((status) => status === expected),
});

export const bucket: Fault = {
  summary:
    'releases and pictures in a bucket, on two hosts that share no disk: uploaded, live, rolled back; the bucket hangs, dies, is back',
  inQuick: false,
  async run({ cluster: getCluster }) {
    const { ports, s3, s3Url, mediaEnv, hosts } = await getCluster();
    const urls = ports.hosts.map((port) => `http://127.0.0.1:${port}`);
    const token = await createToken(new Registry(new S3Storage(s3Options(s3Url))), 'a-team', [REMOTE], new Date());
    const [at = ''] = urls;
    const access = createHttpAccess(`${at}/federation/api`, token);
    /** The page of a visitor who was not there before, from no cache. */
    const readPage = (url: string) => sendRequest(`${url}/wishlist?n=${randomUUID().slice(0, 8)}`);
    const shows = async (url: string, text: string): Promise<boolean> => (await readPage(url)).body.includes(text);
    const untilAllShow = (text: string): Promise<number> =>
      timeUntil(
        async () => (await Promise.all(urls.map((url) => shows(url, text)))).every((isShown) => isShown),
        SHOWN_WITHIN_MS,
      );
    const readBeside = async (what: string, work: () => Promise<void>): Promise<Figure> => {
      const probes = urls.map((url) => startProbe(() => readPage(url), READ_EVERY_MS));
      await work();
      const probed = await Promise.all(probes.map((stop) => stop()));
      const failed = probed.flatMap((of) => of.failed);
      return none(`of ${probed.flatMap(({ times }) => times).length} pages failed while ${what}`, failed.length);
    };
    const isReady = async (url: string): Promise<boolean> => (await sendRequest(`${url}/health/ready`)).status === 200;

    const before = (await access.readComposition()).live[REMOTE] ?? '';
    const upload = await rebuiltUpload(REMOTE, '9.90.0', (text) => text.replaceAll(GOOD_TEXT, NEW_TEXT));
    const { version } = await access.publish(upload);
    await access.showCanary({ remote: REMOTE, version, weight: CANARY_PERCENT });
    const canaryMs = await timeUntil(async () => {
      const seen = await Promise.all(
        urls.map((url) => Promise.all(Array.from({ length: VISITORS }, () => shows(url, NEW_TEXT)))),
      );
      return seen.every((pages) => pages.includes(true) && pages.includes(false));
    }, SHOWN_WITHIN_MS);
    await access.promote({ set: { [REMOTE]: version } });
    const liveMs = await untilAllShow(NEW_TEXT);
    await access.rollBack({ remote: REMOTE, to: before });
    const backMs = await untilAllShow(GOOD_TEXT);

    const [shown, later] = [
      await addPicture('ring-halo-1.webp', mediaEnv),
      await addPicture('ring-halo-2.webp', mediaEnv),
    ];
    const readPictures = (address: string): Promise<number[]> =>
      Promise.all(urls.map(async (host) => (await sendRequest(`${host}${address}`)).status));
    const added = await readPictures(shown);

    const hanging = await readBeside(`the bucket hangs for ${SLOW_MS / 1_000} s`, async () => {
      s3.signal('SIGSTOP');
      await sleep(SLOW_MS);
      s3.signal('SIGCONT');
    });
    const [, second] = hosts;
    const gone = await readBeside('the bucket is gone', async () => {
      await s3.kill();
      await sleep(SLOW_MS);
    });
    const [held, missing] = [await readPictures(shown), await readPictures(later)];
    await second?.kill();
    await second?.start();
    const restarted = await isReady(urls[1] ?? '');
    const refusal = await access.promote({ set: { [REMOTE]: version } }).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    await s3.start();
    const recoveredMs = await timeUntil(async () => {
      await access.promote({ set: { [REMOTE]: version } });
      return true;
    }, SHOWN_WITHIN_MS);
    const shownMs = await untilAllShow(NEW_TEXT);
    const back = await readPictures(later);
    await access.rollBack({ remote: REMOTE, to: before });
    return [
      atMost('a release uploaded to one host, for half of the visitors of both after', canaryMs, SHOWN_WITHIN_MS, 'ms'),
      atMost('live at both after', liveMs, SHOWN_WITHIN_MS, 'ms'),
      atMost('rolled back at both after', backMs, SHOWN_WITHIN_MS, 'ms'),
      hanging,
      gone,
      answers('a picture that was added, at both', added, 200),
      answers('without the bucket, one that both have', held, 200),
      answers('without the bucket, one that neither has', missing, 503),
      answers('which both have when it is back', back, 200),
      { text: `a host restarted without the bucket is ready: ${restarted}`, limit: 'true', ok: restarted },
      {
        text: `a promotion without the bucket: "${refusal.slice(0, 80)}"`,
        limit: 'told to try again',
        ok: refusal.includes('try again'),
      },
      atMost('the bucket is back: promoted after', recoveredMs, SHOWN_WITHIN_MS, 'ms'),
      atMost('and shown at both after', shownMs, SHOWN_WITHIN_MS, 'ms'),
    ];
  },
};
