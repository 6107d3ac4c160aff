import fs from 'node:fs';
import path from 'node:path';
import { storefronts } from '@shop/contracts/storefronts';
import { findIconsFolder } from '../storefrontFiles';
import { buildOfflineDocument } from './buildOfflineDocument';
import { buildWebAppManifest } from './buildWebAppManifest';

test.each(Object.values(storefronts))('$name has its own manifest with existing icons', ({ id, name, theme }) => {
  const manifest = buildWebAppManifest(id, {}) as { icons: { src: string; purpose: string }[] };
  expect(manifest).toMatchObject({ id: `/?store=${id}`, name, theme_color: theme.backgroundColor });
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src } of manifest.icons)
    expect(fs.existsSync(path.join(findIconsFolder(id), path.basename(src)))).toBe(true);
});

test('a storefront that staff have renamed is installed under its new name (product 19.1)', () => {
  expect(buildWebAppManifest('organic', { organic: { name: 'Green Door' } })).toMatchObject({
    name: 'Green Door',
    short_name: 'Green Door',
  });
});

test('the offline page has no inline scripts or styles, which the content security policy forbids', () => {
  const html = buildOfflineDocument({
    scripts: [],
    styles: ['/assets/client.css'],
    offline: { scripts: ['/assets/offline.js'], styles: [] },
    pageStyles: [],
    earlyInput: { script: '', hash: '' },
  });
  expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
  expect(html).toContain('<script src="/assets/offline.js">');
});
