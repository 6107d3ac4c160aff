import { mailsTo, newEmail } from '../support/identity';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';

test('a new blog page starts at the top, and Back restores the position (product 10.1)', async ({ page }) => {
  const complaints = collectComplaints(page);
  await page.goto('/blog');
  await waitForHydration(page);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(6);
  const first = await page.getByRole('main').getByRole('article').first().innerText();
  await page.getByRole('navigation', { name: 'Blog pages' }).getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\/blog\?page=2$/);
  await expect(
    page.getByRole('navigation', { name: 'Blog pages' }).getByRole('link', { name: 'Page 2' }),
  ).toHaveAttribute('aria-current', 'page');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeFocused();
  expect(await page.getByRole('main').getByRole('article').first().innerText()).not.toBe(first);
  await page.getByRole('main').getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/blog\/[a-z-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Blog');
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(6);
  expect(complaints).toEqual([]);
});

test('an unknown post returns 404 with a message', async ({ request, page }) => {
  expect((await request.get('/blog/no-such-post')).status()).toBe(404);
  await page.goto('/blog/no-such-post');
  await expect(page.getByRole('heading', { level: 1, name: 'Post not found' })).toBeVisible();
});

test('a post opens in its storefront', async ({ request }) => {
  expect(await (await request.get('/blog/why-our-carrots-are-crooked')).text()).toContain('data-storefront="organic"');
  expect(
    await (await request.get('/blog/keeping-gold-bright', { headers: { cookie: 'storefront=organic' } })).text(),
  ).toContain('data-storefront="jewellery"');
});

test('a lazily loaded page has its styles and title in the first HTML', async ({ request }) => {
  for (const [path, chunk] of [
    ['/contact', 'contact'],
    ['/blog', 'blog'],
    ['/terms', 'content'],
  ] as const) {
    const html = await (await request.get(path)).text();
    expect(html).toMatch(new RegExp(`<style data-href="/remotes/mfe-home/${chunk}\\.[\\w-]{16}\\.css">`));
    expect(html).toMatch(
      new RegExp(`<link rel="preload" as="script" href="/remotes/mfe-home/${chunk}\\.[\\w-]{16}\\.js"`),
    );
  }
});

test('a contact message is sent to support with the keyboard only (product 14.1)', async ({ page, request }) => {
  const complaints = collectComplaints(page);
  const email = newEmail('writer');
  await page.goto('/contact');
  await waitForHydration(page);
  const form = page.getByRole('form', { name: 'Write to us' });
  await form.getByLabel('Name').focus();
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('not an address');
  await page.keyboard.press('Tab');
  await expect(form.getByText('Enter an email address, such as name@example.com.')).toBeVisible();
  await form.getByLabel('Email').fill(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Resizing');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Can it be made smaller?');
  await page.reload();
  await waitForHydration(page);
  await expect(form.getByLabel('Message')).toHaveValue('Can it be made smaller?');
  await form.getByLabel('Message').focus();
  await page.keyboard.press('Tab');
  // The honeypot is skipped.
  await expect(form.getByRole('button', { name: 'Send message' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Thank you.');
  await expect(page.getByRole('heading', { level: 2, name: 'Write to us' })).toBeFocused();
  await expect
    .poll(async () =>
      (await mailsTo(request, 'support@example.com')).some(
        ({ text }) => text.includes(email) && text.includes('Can it be made smaller?'),
      ),
    )
    .toBe(true);
  expect(complaints).toEqual([]);
});
