import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInCanary, createVisitorSeed, promote, publishRelease, Registry } from '@shop/registry';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import { RepositoryCopy } from '@shop/build/testing/RepositoryCopy';
import { launchBrowser, measurePair } from '../pages/measurePage';
import { benchRegistry, startHost, startShop } from '../startShop';

const MANY = 50;
const RUNS = 7;
const MANY_PORT = 3921;
const PUBLISHES = 100;
const KILLS = 30;
const VISITORS = 100_000;
const repositoryRoot = path.resolve(__dirname, '../..');
const context = { by: 'bench', now: new Date() };

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/**
 * Releases one remote from a copy of the repository: cold and warm build, and the time until the running shop shows it.
 */
const benchPublish = async (url: string): Promise<void> => {
  const copy = new RepositoryCopy({ REGISTRY_DIR: benchRegistry });
  const page = 'mfe-auth/src/features/wishlist/WishlistPage.tsx';
  const text = 'Tap the heart to save a piece.';
  const run = (...args: readonly string[]): string =>
    copy.runOrThrow(process.execPath, '--import', 'tsx', 'federation/registry/cli.ts', ...args);
  try {
    let shown = text;
    for (const what of ['cold', 'warm', 'warm again']) {
      const next = `A heart on a product keeps it here (${what}).`;
      const previous = shown;
      copy.edit(page, (source) => source.replace(previous, next));
      shown = next;
      let began = performance.now();
      const built = `${/in ([\d.]+ s)/.exec(run('build', 'mfe-auth'))?.[1] ?? '?'} (${seconds(began)} with the start of the command)`;
      began = performance.now();
      run('publish', 'mfe-auth', '--built');
      while (!(await (await fetch(`${url}/wishlist`)).text()).includes(next)) await sleep(20);
      console.log(
        `  publish of one remote, ${what}: built in ${built} (cold at most 20 s, warm 5 s), live ${seconds(began)} after that (at most 5 s)`,
      );
    }
  } finally {
    copy.remove();
  }
};

/** The home page with fifty remotes compared with four, in one run. */
const benchMany = async (shop: { readonly url: string; readonly apiUrl: string }): Promise<void> => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'many-'));
  fs.cpSync(benchRegistry, directory, { recursive: true });
  const registry = new Registry(new FileStorage(directory));
  const remotes = await registry.listRemotes();
  const more = Array.from({ length: MANY - remotes.length }, (_, n) => `mfe-team-${n}` as const);
  await Promise.all(
    more.map((remote) =>
      publishRelease(registry, builtRemote({ remote, mounts: [`/${remote}`], version: '1.0.0' }), 'bench', context.now),
    ),
  );
  await promote(registry, Object.fromEntries(more.map((remote) => [remote, '1.0.0'])), context);
  const host = await startHost(shop.apiUrl, directory, MANY_PORT);
  const browser = await launchBrowser();
  try {
    const [many, four] = await measurePair(browser, host.url, shop.url, RUNS);
    console.log(
      `  home with ${MANY} remotes: largest content ${many.largestContent.toFixed(0)} ms, with ${remotes.length} ${four.largestContent.toFixed(0)} ms: ratio ${(many.largestContent / four.largestContent).toFixed(3)} (at most 1.05)`,
    );
  } finally {
    await browser.close();
    await host.stop();
    fs.rmSync(directory, { recursive: true, force: true });
  }
};

/** A hundred concurrent publishes, and a process killed while it changes the composition. */
const benchRegistryItself = async (): Promise<void> => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'registry-'));
  const registry = new Registry(new FileStorage(directory));
  const began = performance.now();
  const uploads = Array.from({ length: PUBLISHES }, (_, n) =>
    builtRemote({ remote: `mfe-team-${n}`, mounts: [`/team-${n}`], version: '1.0.0', text: String(n) }),
  );
  await Promise.all(
    uploads.map(async (upload) =>
      promote(registry, { [(await publishRelease(registry, upload, 'bench', context.now)).remote]: '1.0.0' }, context),
    ),
  );
  const { live } = await registry.readComposition();
  console.log(
    `  ${PUBLISHES} publishes at once: ${Object.keys(live).length} live after ${seconds(began)} (nothing lost)`,
  );

  for (const version of ['1', '2'])
    await publishRelease(registry, builtRemote({ version, text: version }), 'bench', context.now);
  await promote(registry, { 'mfe-home': '1' }, context);
  let broken = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', path.join(repositoryRoot, 'federation/registry/testing/changeForever.ts'), directory],
      { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await sleep(Math.random() * 100);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const isWhole = await registry.readComposition().then(
      (file) => ['1', '2'].includes(file.live['mfe-home'] ?? ''),
      () => false,
    );
    if (!isWhole) broken += 1;
  }
  console.log(`  ${KILLS} kills in the middle of changes: ${broken} broken compositions (none)`);
  fs.rmSync(directory, { recursive: true, force: true });
};

const benchCanary = (): void => {
  const share =
    (Array.from({ length: VISITORS }, createVisitorSeed).filter((seed) => isInCanary(seed, 'mfe-catalog', 10)).length /
      VISITORS) *
    100;
  console.log(`  of ${VISITORS} visitors ${share.toFixed(2)} % get a canary of 10 % (within 0.3 points)`);
};

/** Releases: time to live, a page with many remotes, and the registry under load and kills. */
export const benchFederation = async (): Promise<void> => {
  console.log('\nFederation');
  benchCanary();
  await benchRegistryItself();
  const shop = await startShop();
  try {
    await benchPublish(shop.url);
    await benchMany(shop);
  } finally {
    await shop.stop();
  }
};
