import type { RemoteId } from '@shop/runtime/remotes';
import { readRemote } from '@shop/build/repository';
import { isKept, keptUpload } from '../support/keptReleases';
import { createReleases, rebuiltUpload } from '../support/releases';
import { findShopRemotes } from '../support/shopRemotes';
import { addFirstProduct, cartButton } from '../support/checkout';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';
import { startHost } from '../support/startHost';

/**
 * Host N with remotes N-1 (kept releases) and N+1 (with features this host does not know), one at a time and all at
 * once.
 */
const PORT = 3915;
test.use({ baseURL: `http://localhost:${PORT}` });

const PREVIOUS = '0.9.0-previous';
const NEXT = '2.0.0-next';
const remoteIds = findShopRemotes();
const kept = remoteIds.filter(isKept);
const getMounts = (remote: RemoteId): readonly string[] => readRemote(remote).mounts;

/** Pages to check for a remote; for others the first page. */
const screens: Readonly<Record<string, readonly (readonly [string, RegExp])[]>> = {
  'mfe-home': [
    ['/', /./],
    ['/about', /./],
  ],
  'mfe-catalog': [['/products', /./]],
  'mfe-cart-checkout': [['/cart', /cart/i]],
  'mfe-auth': [
    ['/wishlist', /Wishlist/],
    ['/auth/login', /./],
  ],
};

/**
 * What a future remote may have: a route, a slice, a contract field and a route handle that this host does not know.
 */
const MODULE_BEGINS = /(contract: ?(?:1|\(.{0,80}?1\))),(\s*)routes: ?\[/;
const ofTomorrow = (remote: RemoteId) => (text: string) =>
  text.replace(
    MODULE_BEGINS,
    (_found, contract: string, space: string) =>
      `${contract},${space}novelty:{since:2},${space}routes:[{id:${JSON.stringify(`${remote}.next`)},path:${JSON.stringify(tomorrowPath(remote).slice(1))},handle:{layout:"customer",novelty:true},Component:()=>"A page of the next release"},`,
  );
const tomorrowPath = (remote: RemoteId): string => `${getMounts(remote).at(-1)}/of/tomorrow`;

let stop: () => Promise<void>;
test.beforeAll(async () => {
  const releases = createReleases('versions');
  for (const remote of remoteIds) {
    if (kept.includes(remote)) await releases.publish(keptUpload(remote, PREVIOUS));
    await releases.publish(await rebuiltUpload(remote, NEXT, ofTomorrow(remote)));
  }
  stop = await startHost(PORT, { REGISTRY_DIR: releases.directory });
});
test.afterAll(() => stop());

const combinations: readonly (readonly [string, Readonly<Record<RemoteId, string>>])[] = [
  ...remoteIds.flatMap((remote) => [
    ...(kept.includes(remote) ? [[`${remote} N-1`, { [remote]: PREVIOUS }] as const] : []),
    [`${remote} N+1`, { [remote]: NEXT }] as const,
  ]),
  ['all remotes N-1', Object.fromEntries(kept.map((remote) => [remote, PREVIOUS]))],
  ['all remotes N+1', Object.fromEntries(remoteIds.map((remote) => [remote, NEXT]))],
  [
    'N-1 and N+1 by turns',
    Object.fromEntries(
      remoteIds.map((remote, index) => [remote, index % 2 === 0 && kept.includes(remote) ? PREVIOUS : NEXT]),
    ),
  ],
];

test.describe.configure({ mode: 'default' });

for (const [name, versions] of combinations) {
  test(`the current host runs with ${name}: pages are rendered, hydrate and share one cart`, async ({ page }) => {
    const complaints = collectComplaints(page);
    const query = Object.entries(versions)
      .map(([remote, version]) => `remote.${remote}=${version}`)
      .join('&');
    await page.goto(`/products?${query}`);
    await waitForHydration(page);
    await addFirstProduct(page);
    await expect(cartButton(page)).toHaveAccessibleName('Cart, 1 item');
    for (const remote of Object.keys(versions) as RemoteId[]) {
      for (const [path, heading] of screens[remote] ?? [[getMounts(remote)[0] ?? '/', /./] as const]) {
        await page.goto(path);
        await waitForHydration(page);
        expect(await page.locator('#root').innerHTML()).not.toBe('');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      }
      if (versions[remote] === NEXT) {
        await page.goto(tomorrowPath(remote));
        await expect(page.getByText('A page of the next release')).toBeVisible();
      }
    }
    expect(complaints).toEqual([]);
  });
}
