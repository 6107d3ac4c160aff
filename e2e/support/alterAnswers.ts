import { expect, type Page } from '@playwright/test';

type Alter = (value: string | number, key: string) => unknown;

const alterAll = (value: unknown, alter: Alter, key = ''): unknown => {
  if (typeof value === 'string' || typeof value === 'number') return alter(value, key);
  if (Array.isArray(value)) return value.map((item) => alterAll(item, alter, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, alterAll(part, alter, name)]));
};

/** Alters the texts and numbers in all answers of the API to the browser. Pages that the server renders have others. */
const alterAnswers = (page: Page, alter: Alter): Promise<unknown> =>
  page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    return route.fulfill({ response, json: alterAll(await response.json(), alter) });
  });

/** As long as a word of a name that somebody typed, or an address in a description, without a place to break. */
const WORD = 'Unbreakable'.repeat(6);
/** What is not shown, or comes from a list that the shop knows. */
const LEFT =
  /^(?:id|.*_?ids?|slug|number|store|storefront|image|hoverImage|url|href|.*Url|kind|status|category|brand|material|stone|color|diet|free_from|value|currency|.*_currency|.*method|.*_at|date|day|hours|next|token|font|country|code|order_by|substitution|totalRelation|metal|type|style|role|purpose)$/i;

const DAY = /^\d{4}-\d\d-\d\d/;

/** Adds a word of 66 letters to every text. */
export const lengthenTexts = (page: Page): Promise<unknown> =>
  alterAnswers(page, (value, key) =>
    typeof value === 'number' || value === '' || LEFT.test(key) || DAY.test(value) ? value : `${value} ${WORD}`,
  );

/** Leaves this many pieces of every product. */
export const emptyShelves = (page: Page, left: number): Promise<unknown> =>
  alterAnswers(page, (value, key) => (key === 'stock' || key === 'available' ? left : value));

/** Goes to a page with another heading within the shop, so that the browser asks for its data, and waits for it. */
export const visitWithinShop = async (page: Page, path: string): Promise<void> => {
  const heading = page.getByRole('heading', { level: 1 }).first();
  const former = await heading.textContent();
  await page.keyboard.press('Shift'); // a page that nobody has touched goes nowhere
  await page.evaluate((address) => {
    history.pushState({}, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
  await expect(heading, path).not.toHaveText(former ?? '');
  await page.waitForLoadState('networkidle');
};
