import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './shop';

const OPTIONS: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  iframes: false, // A preview is a page of its own, and is looked at as such.
  preload: false, // Our pages have no media whose metadata it would wait for.
};

/** Lays out the whole page, and waits for text that is fading in, which has too little contrast. */
const arrive = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    delete document.documentElement.dataset['fromTop'];
    const isRunning = ({ playState, effect }: Animation): boolean =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
    // What was opened just now begins to fade with the next frame.
    for (let round = 0; round < 10; round += 1) {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const arriving = document.getAnimations().filter(isRunning);
      if (arriving.length === 0) return;
      await Promise.all(arriving.map(({ finished }) => finished.catch(() => undefined)));
    }
  });

/** The part of the page that a test has changed: axe needs half of the time for it. */
export type Part = 'html' | 'main' | 'header' | 'dialog[open]' | '[role=status]';

/** Expects no WCAG 2.2 AA violations that axe can detect. `what` names the state in the failure. */
export const expectNoViolation = async (page: Page, what: string, part: Part = 'html'): Promise<void> => {
  await arrive(page);
  // Without @axe-core/playwright, which takes twice the time to look into frames.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const audit = async ({ within, options }: { within: Part; options: axe.RunOptions }): Promise<string[]> => {
    const results = await (window as unknown as { axe: typeof axe }).axe.run(within, options);
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
    );
  };
  expect(await page.evaluate(audit, { within: part, options: OPTIONS }), what).toEqual([]);
};

/** Expects no horizontal overflow. */
export const expectNoSidewaysScroll = async (page: Page, what: string): Promise<void> => {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const reaching = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    return [
      `${scrollWidth} px`,
      ...reaching.slice(0, 8).map(({ tagName, className }) => `${tagName} ${String(className)}`),
    ];
  });
  expect.soft(wide, what).toEqual([]);
};

/** The smallest phone, and 200% zoom at 1440 by 900 (WCAG 1.4.4, 1.4.10). */
const NARROW = [
  { name: '320 px', width: 320, height: 640 },
  { name: '200 % zoom', width: 720, height: 450 },
] as const;

/** Expects an accessible page that fits on narrow screens. */
export const expectAccessible = async (page: Page, what: string, part?: Part): Promise<void> => {
  // A link that is half behind the sticky header would count as too small.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expectNoViolation(page, what, part);
  const before = page.viewportSize();
  for (const { name, width, height } of NARROW) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page, `${what} at ${name}`);
  }
  if (before) await page.setViewportSize(before);
};
