import type { APIRequestContext, APIResponse } from '@playwright/test';
import { findHeaderFaults, findCachingFaults, type RawAnswer } from '../support/headers';
import { createAccount, newEmail, PASSWORD } from '../support/identity';
import { ACCOUNT_PAGES, PUBLIC_PAGES, SIGN_IN_PAGES } from '../support/pages';
import { post } from '../support/post';
import { expect, storefronts, test } from '../support/shop';

/** Maximum number of concurrent requests. */
const AT_ONCE = 4;

const isAccountPage = (path: string): boolean =>
  ACCOUNT_PAGES.some((page) => path === page || path.startsWith(`${page}/`));
const text = (html: string): string => html.replaceAll('&amp;', '&');

interface Seen {
  readonly status: number;
  readonly location: string | undefined;
  readonly html: string;
  readonly answer: RawAnswer;
}

const look = async (response: APIResponse): Promise<Seen> => {
  const answer = { status: response.status(), headers: response.headers(), text: await response.text() };
  return { status: answer.status, location: answer.headers['location'], html: answer.text, answer };
};

/**
 * Crawls every link of the server-rendered pages, starting at the home page and every known screen.
 */
const crawl = async (
  request: APIRequestContext,
  storefront: string,
  starts: readonly string[],
): Promise<Map<string, Seen & { readonly from: string }>> => {
  const seen = new Map<string, Seen & { from: string }>();
  const waiting = starts.map((path) => ({ path, from: 'the start' }));
  const known = new Set(starts);
  const visit = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { path, from } = next;
      // A product of the other storefront switches to it: request each page with this storefront's cookie.
      const headers = { cookie: `storefront=${storefront}` };
      const page = await look(await request.get(path, { headers, maxRedirects: 0 }));
      seen.set(path, { ...page, from });
      for (const [, href = ''] of page.html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
        const [target = '', part] = text(href).split('#');
        if (href.startsWith('#')) expect(page.html, `${path} has ${href}`).toContain(`id="${href.slice(1)}"`);
        if (!target.startsWith('/') || target.startsWith('/api/') || target.startsWith('/?store=') || known.has(target))
          continue;
        known.add(target);
        waiting.push({ path: target, from: `${path}${part ? ` (#${part})` : ''}` });
      }
    }
  };
  // Pages found late are taken by the next free worker.
  while (waiting.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, visit));
  return seen;
};

/** The cookies of a new account's session. */
const signIn = async (request: APIRequestContext): Promise<string> => {
  const email = newEmail('crawler');
  await createAccount(email);
  await post(request, '/api/login', { data: { email, password: PASSWORD } });
  const { cookies } = await request.storageState();
  return cookies.map(({ name, value }) => `${name}=${value}; `).join('');
};

for (const storefront of storefronts) {
  test(`every link of every page leads to a page, signed out (${storefront}) (product 2.4)`, async ({ request }) => {
    test.setTimeout(180_000);
    const seen = await crawl(request, storefront, [...PUBLIC_PAGES, ...SIGN_IN_PAGES]);
    expect(seen.size).toBeGreaterThan(80);
    for (const [path, { status, location, html, from, answer }] of seen) {
      const where = `${path}, linked from ${from}`;
      expect(findHeaderFaults(path, answer)).toEqual([]);
      if (isAccountPage(path.split('?')[0] ?? '')) {
        expect(location, where).toMatch(/^\/auth\/login\?next=/);
        continue;
      }
      expect(`${status} ${location ?? ''}`.trim(), where).toBe('200');
      expect(html.match(/<h1[\s>]/g) ?? [], `one heading of ${where}`).toHaveLength(1);
      expect(html, where).not.toContain('<div id="root"></div>');
      const part = /\(#(.+)\)$/.exec(from)?.[1];
      if (part) expect(html, where).toContain(`id="${part}"`);
    }
  });
}

test('the server knows nobody: a page of a customer begins as a skeleton, which no cache keeps (product 2.4)', async ({
  request,
}) => {
  const cookie = await signIn(request);
  for (const path of ACCOUNT_PAGES) {
    const { status, html, answer } = await look(await request.get(path, { headers: { cookie }, maxRedirects: 0 }));
    expect([...findHeaderFaults(path, answer), ...findCachingFaults(path, answer)]).toEqual([]);
    expect(status, path).toBe(200);
    expect(html, path).toContain('aria-busy="true"');
  }
});
