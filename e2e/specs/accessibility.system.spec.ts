import { cartButton, main } from '../support/checkout';
import { PUBLIC_PAGES } from '../support/pages';
import { expect, paintFrames, test, waitForHydration } from '../support/shop';

test('reduced motion disables all animation (product 15.1)', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const moving: string[] = [];
    Object.assign(window, { moving });
    const note = ({
      target,
      ...event
    }: Event & { propertyName?: string; animationName?: string; elapsedTime?: number }): void => {
      const seconds = (event as { elapsedTime?: number }).elapsedTime ?? 0;
      if (seconds > 0.01) moving.push(`${(target as Element).className}: ${seconds} s`);
    };
    for (const name of ['transitionend', 'animationend', 'animationiteration'])
      document.addEventListener(name, note, true);
  });
  for (const path of ['/', '/products', '/products/ring-halo', '/cart']) {
    await page.goto(path);
    await waitForHydration(page);
    // Every animation and transition, however long.
    const longest = await page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0)),
      ),
    );
    expect(longest, `${path}: milliseconds of the longest movement`).toBeLessThanOrEqual(1);
    await page.mouse.move(300, 500);
    await page.mouse.wheel(0, 400);
    await paintFrames(page, 12);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  }
  await cartButton(page).click();
  await expect(page.getByRole('dialog', { name: /^Your cart/ })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { moving: string[] }).moving)).toEqual([]);
  await context.close();
});

test('with forced colors every control shows its bounds, focus and selection', async ({ browser }) => {
  const context = await browser.newContext({ forcedColors: 'active', serviceWorkers: 'block' });
  const page = await context.newPage();
  for (const path of PUBLIC_PAGES) {
    await page.goto(path);
    await waitForHydration(page);
    // In forced colors box shadows are not drawn, so the focus ring must be an outline.
    const target = main(page).locator('a[href], button:not([disabled])').locator('visible=true').first();
    if ((await target.count()) === 0) continue;
    await target.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const { style, width } = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return { style: outlineStyle, width: parseFloat(outlineWidth) };
    });
    expect(style, path).not.toBe('none');
    expect(width, path).toBeGreaterThanOrEqual(2);
  }
  // In forced colors the selected option is shown by its border, not its background.
  await page.goto('/products/ring-halo');
  await waitForHydration(page);
  for (const chosen of [
    page.getByRole('group', { name: 'Store' }).getByRole('link', { name: /Oriel/ }),
    page.getByRole('tab', { selected: true }),
    main(page).getByRole('button', { pressed: true }).first(),
  ]) {
    if ((await chosen.count()) === 0) continue;
    expect(await chosen.evaluate((element) => getComputedStyle(element).outlineStyle), String(chosen)).toBe('solid');
  }
  await context.close();
});
