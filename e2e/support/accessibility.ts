import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './shop';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Half faded in, a text has half its contrast: what is on its way arrives first. */
const arrive = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const arriving = document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
      );
    return Promise.all(
      arriving.map(({ finished }) =>
        finished.then(
          () => undefined,
          () => undefined,
        ),
      ),
    );
  });

/** No violation of WCAG 2.2 AA that a machine can see. `what` names the state in the failure. */
export const expectNoViolation = async (page: Page, what: string): Promise<void> => {
  await arrive(page);
  // A third of the time: what passes is not read, so its elements need no names; and what no page of ours has, frames
  // of others, needs no window apart for putting the answers together.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(WCAG)
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`),
    what,
  ).toEqual([]);
};

/** Nothing of the page is beside the window. */
const expectNoSidewaysScroll = async (page: Page, what: string): Promise<void> => {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content, what).toBeLessThanOrEqual(window);
};

/** The smallest phone, and 200 % zoom on 1440 by 900 (WCAG 1.4.4, 1.4.10). */
const NARROW = [
  { name: '320 px', width: 320, height: 640 },
  { name: '200 % zoom', width: 720, height: 450 },
] as const;

/** Accessible as it stands, and whole on narrow screens. */
export const expectAccessible = async (page: Page, what: string): Promise<void> => {
  await expectNoViolation(page, what);
  const before = page.viewportSize();
  for (const { name, width, height } of NARROW) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page, `${what} at ${name}`);
  }
  if (before) await page.setViewportSize(before);
};
