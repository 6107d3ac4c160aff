import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { publishRelease, Registry } from '@shop/federation/registry';
import { expect, test, waitForHydration } from '../support/shop';
import { registryDirectory, repositoryRoot } from '../support/stackConfig';

/** These tests change what is live, so they run one after another, on a remote no other test looks at the text of. */
test.describe.configure({ mode: 'serial' });

const OLD_TEXT = 'Press the heart on a product to keep it here.';
const NEW_TEXT = 'A heart on a product keeps it here.';

const registry = new Registry(registryDirectory);

const sha384 = (text: string): string => crypto.createHash('sha384').update(text).digest('base64');

/** A copy of a built remote in which a text of its code is another. */
const alteredDist = (remote: string, from: string, to: string, targets: readonly string[] = ['web', 'node']): string => {
  const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'release-'));
  fs.cpSync(path.join(repositoryRoot, remote, 'dist'), dist, { recursive: true });
  let changed = 0;
  const hashes = new Map<string, string>();
  for (const target of targets) {
    for (const file of fs.readdirSync(path.join(dist, target))) {
      const full = path.join(dist, target, file);
      if (/\.(br|gz)$/.test(file)) fs.rmSync(full);
      else if (file.endsWith('.js')) {
        const text = fs.readFileSync(full, 'utf8');
        if (!text.includes(from)) continue;
        const altered = text.replaceAll(from, to);
        fs.writeFileSync(full, altered);
        changed += 1;
        hashes.set(sha384(text), sha384(altered));
      }
    }
  }
  // As a build does it: the entry names what its files are now.
  for (const file of fs.readdirSync(path.join(dist, 'web')).filter((name) => /^remoteEntry\..*\.js$/.test(name))) {
    const full = path.join(dist, 'web', file);
    let text = fs.readFileSync(full, 'utf8');
    for (const [before, after] of hashes) text = text.replaceAll(before, after);
    fs.writeFileSync(full, text);
  }
  expect(changed, `"${from}" is in the build`).toBeGreaterThan(0);
  return dist;
};

const release = async (dist: string, version: string): Promise<void> => {
  await publishRelease(registry, { remote: 'mfe-auth', dist, packageVersion: '1.0.0', exactVersion: version, contract: 1 }, new Date());
  await registry.promote('mfe-auth', version, new Date());
};

test.afterEach(async () => {
  while (registry.readComposition().live['mfe-auth']?.startsWith('9.')) await registry.rollback('mfe-auth', new Date());
});

test('a new release of one remote is rendered and served to the next visit, without a restart of the host', async ({ page, request }) => {
  const before = await (await request.get('/wishlist')).text();
  expect(before).toContain(OLD_TEXT);
  await page.goto('/');
  await waitForHydration(page);

  await release(alteredDist('mfe-auth', OLD_TEXT, NEW_TEXT), '9.0.0');
  const after = await (await request.get('/wishlist')).text();
  expect(after).toContain(NEW_TEXT);

  // The open page keeps the composition it started with.
  await page.getByRole('banner').getByRole('link', { name: /^Wishlist,/ }).click();
  await expect(page.getByText(OLD_TEXT)).toBeVisible();
  await page.reload();
  await expect(page.getByText(NEW_TEXT)).toBeVisible();
});

test('a release whose server rendering throws is rendered by the browser instead', async ({ page, request }) => {
  const dist = alteredDist('mfe-auth', 'function WishlistPage() {', 'function WishlistPage() { throw new Error("broken on the server");', ['node']);
  await release(dist, '9.1.0');
  const html = await (await request.get('/wishlist')).text();
  expect(html).toContain('<div id="root"></div>');
  await page.goto('/wishlist');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wishlist');
});
