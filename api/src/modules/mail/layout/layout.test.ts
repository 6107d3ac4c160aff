import fs from 'node:fs';
import { compileLayout } from './compileLayout';
import { fillLayout, LAYOUT_FILE } from './fillLayout';

const html = fs.readFileSync(LAYOUT_FILE, 'utf8');

test('the compiled layout is that of its source; npm run mail-layout -w api compiles it', async () => {
  expect(html).toBe(await compileLayout());
});

test("the layout is made of tables, without flex, grid, scripts and other files than the shop's", () => {
  expect(html).not.toMatch(/display:\s*(?:inline-)?(?:flex|grid)|position:|<script|<link|@import|@font-face/);
  expect(html).toMatch(/<table/);
});

test('a slot that nothing fills is an error that names it', () => {
  expect(() => fillLayout({})).toThrow('The layout of mails has a slot "subject" that nothing fills.');
});
