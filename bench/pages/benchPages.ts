import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { findRemoteIds } from '@shop/build/repository';
import { buildMonolith } from '../monolith/buildMonolith';
import { serveMonolith } from '../monolith/serveMonolith';
import { startShop } from '../startShop';
import { measureFilterClicks } from './measureFilterClicks';
import { measureProductClick } from './measureProductClick';
import { measureRendering } from './measureRendering';
import { measureStoreSwitch } from './measureStoreSwitch';
import { launchBrowser, measurePair, median } from './measurePage';

const RUNS = 5;
const TWIN_PORT = 3930;
const repositoryRoot = path.resolve(__dirname, '../..');

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** Compressed size of a remote's federation entry. */
const printEntryWeights = (): void => {
  for (const remote of findRemoteIds()) {
    const web = path.join(repositoryRoot, remote, 'dist/web');
    const entry = fs.readdirSync(web).find((file) => /^remoteEntry\.[\w-]+\.js$/.test(file));
    const bytes = entry ? zlib.brotliCompressSync(fs.readFileSync(path.join(web, entry))).length : Number.NaN;
    console.log(`  ${remote}: federation entry ${kilobytes(bytes)} brotli (at most 7 KB)`);
  }
};

const PAGES = [
  { name: 'jewellery home', path: '/?store=jewellery' },
  { name: 'organic home', path: '/?store=organic' },
  { name: 'listing', path: '/products?category=rings' },
  { name: 'product', path: '/products/ring-halo' },
] as const;

/** Pages a second that one renderer makes. */
const RENDERED = [
  { name: 'jewelry home', url: '/', remote: 'mfe-home', atLeast: 150 },
  { name: 'listing', url: '/products?category=rings', remote: 'mfe-catalog', atLeast: 200 },
  { name: 'product', url: '/products/ring-halo', remote: 'mfe-catalog', atLeast: 250 },
] as const;

const ratio = (ours: number, theirs: number, goal: string): string =>
  `${ours.toFixed(0)} ms, twin ${theirs.toFixed(0)} ms: ratio ${(ours / theirs).toFixed(2)} (${goal})`;

/** Pages compared with the monolith twin in the same run, and the response time of filters. */
export const benchPages = async (): Promise<void> => {
  console.log('\nPages: Slow 4G (150 ms, 1.6 Mbit/s), processor 4 times slower');
  const files = await buildMonolith();
  const shop = await startShop();
  const twin = await serveMonolith(TWIN_PORT, shop.url, files);
  const browser = await launchBrowser();
  try {
    for (const { name, path: page } of PAGES) {
      const [ours, theirs] = await measurePair(browser, shop.url + page, `http://127.0.0.1:${TWIN_PORT}${page}`, RUNS);
      console.log(`  ${name} (${page})`);
      console.log(`    first content   ${ratio(ours.firstContent, theirs.firstContent, 'at most 500 ms')}`);
      console.log(`    largest content ${ratio(ours.largestContent, theirs.largestContent, 'at most 600 to 680 ms')}`);
      console.log(`    hydrated        ${ratio(ours.hydrated, theirs.hydrated, 'at most 1900 ms')}`);
      console.log(`    main thread     ${ratio(ours.mainThread, theirs.mainThread, 'jewelry home: at most 1300 ms')}`);
      console.log(`    blocked         ${ratio(ours.blocked, theirs.blocked, 'at most 50 ms')}`);
      console.log(
        `    dependent round trips to first content: ${ours.roundTrips}, twin ${theirs.roundTrips} (at most 2)`,
      );
      const { total, script, font, picture } = ours.bytes;
      console.log(
        `    bytes: ${kilobytes(total)}: JavaScript ${kilobytes(script)}, fonts ${kilobytes(font)}, pictures ${kilobytes(picture)}; twin ${kilobytes(theirs.bytes.total)}`,
      );
      console.log(`    nodes: ${ours.nodes}, twin ${theirs.nodes}`);
      console.log(
        `    layout shift: ${ours.layoutShift.toFixed(4)}, twin ${theirs.layoutShift.toFixed(4)} (at most 0.01)`,
      );
    }
    const filter = await measureFilterClicks(browser, `${shop.url}/products`);
    console.log(
      `  a filter's click is seen after ${filter.medianMs.toFixed(0)} ms, slowest of ${filter.clicks} ${filter.slowestMs.toFixed(0)} ms (interaction to next paint, at most 100 ms), layout shift ${filter.layoutShift.toFixed(4)}`,
    );
    const change = await measureStoreSwitch(browser, shop.url);
    console.log(
      `  the other store's home is usable ${change.usableMs.toFixed(0)} ms after its data is there, slowest ${change.slowestMs.toFixed(0)} ms (at most 300 ms), ${change.fromClickMs.toFixed(0)} ms after the click; the cart is ${change.cartKept ? 'kept' : 'LOST'}`,
    );
    const opened = await measureProductClick(browser, `${shop.url}/products`);
    console.log(
      `  a product's title is seen ${median(opened).toFixed(0)} ms after the click on its card, slowest of ${opened.length} ${Math.max(...opened).toFixed(0)} ms (at most 50 ms)`,
    );
    for (const { name, atLeast, ...page } of RENDERED)
      console.log(
        `  one renderer: ${(await measureRendering(shop.apiUrl, page)).toFixed(0)} pages/s of the ${name} (at least ${atLeast})`,
      );
    printEntryWeights();
  } finally {
    await browser.close();
    twin.closeAllConnections();
    twin.close();
    await shop.stop();
  }
};
