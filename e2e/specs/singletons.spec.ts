import { expect, test, waitForHydration } from '../support/shop';

interface Container {
  get(expose: string): Promise<() => Record<string, unknown>>;
}

const screens = ['/', '/products', '/cart', '/wishlist'];

test('the host and all remotes share one react, one react-redux and one store', async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  for (const screen of screens) {
    await page.locator(`a[href="${screen}"]`).first().dispatchEvent('pointerover', { bubbles: true });
  }
  // Every release has a unique global name, listed in the composition.
  const remotes = await page.evaluate(() => {
    const { composition } = JSON.parse(document.getElementById('shop-page')?.textContent ?? '{}') as {
      composition: Record<string, { container: string }>;
    };
    return Object.values(composition).map(({ container }) => container);
  });
  expect(remotes).toHaveLength(screens.length);
  await page.waitForFunction((names) => names.every((name) => name in window), remotes);

  const found = await page.evaluate(async (names) => {
    interface Fiber {
      memoizedProps: { store?: object } | null;
      child: Fiber | null;
      stateNode: { current: Fiber };
    }
    const root = document.getElementById('root');
    const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer'));
    let fiber: Fiber | null =
      root && key ? ((root as unknown as Record<string, Fiber>)[key]?.stateNode.current ?? null) : null;
    while (fiber && !fiber.memoizedProps?.store) fiber = fiber.child;
    const store = fiber?.memoizedProps?.store;

    const modules = await Promise.all(
      names.map(async (name) => (await (window as unknown as Record<string, Container>)[name]!.get('./singletons'))()),
    );
    const [first] = modules;
    const same = (part: string): boolean =>
      first?.[part] !== undefined && modules.every((module) => module[part] === first[part]);
    // The host's copy is the one in the share scope.
    const scope = (
      window as unknown as {
        __FEDERATION__: { __INSTANCES__: { shareScopeMap: { default: Record<string, Record<string, unknown>> } }[] };
      }
    ).__FEDERATION__.__INSTANCES__[0]!.shareScopeMap.default;
    return {
      store: store !== undefined,
      react: same('React'),
      reactRedux: same('ReactReduxContext'),
      state: same('storeContext'),
      providers: Object.fromEntries(
        Object.entries(scope).map(([name, versions]) => [name, Object.keys(versions).length]),
      ),
    };
  }, remotes);

  expect(found).toMatchObject({ store: true, react: true, reactRedux: true, state: true });
  expect(Object.values(found.providers)).toEqual(Object.values(found.providers).map(() => 1));
});

test('an item added by one remote is counted by the host and shown by another remote', async ({ page }) => {
  await page.goto('/products');
  await waitForHydration(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByRole('main').getByRole('row')).not.toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
});
