import type { Page } from '@playwright/test';

/** As long as a word of a name that somebody typed, or an address in a description, without a place to break. */
const WORD = 'Unbreakable'.repeat(6);

/** What is not shown, or chosen from a list that the shop knows. */
const LEFT =
  /^(?:id|.*_?id|ids|slug|number|store|storefront|image|hoverImage|url|href|.*Url|kind|status|category|brand|material|stone|color|diet|free_from|value|currency|display_currency|payment_method|method|created_at|last_seen_at|.*_at|date|day|hours|next|token|font|country|code|order_by|timeZone|substitution|totalRelation|featured|metal)$/i;

const lengthen = (value: unknown, key = ''): unknown => {
  if (typeof value === 'string') return LEFT.test(key) || value === '' ? value : `${value} ${WORD}`;
  if (Array.isArray(value)) return value.map((item) => lengthen(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lengthen(part, name)]));
};

/** Adds a word of 66 letters to every text that the API gives to pages that the browser renders. */
export const lengthenTexts = (page: Page): Promise<unknown> =>
  page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    return route.fulfill({ response, json: lengthen(await response.json()) });
  });
