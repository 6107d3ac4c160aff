import { expect, test, waitForHydration } from '../support/shop';

for (const mode of ['dead', 'hanging'] as const) {
  test(`a lazily loaded part that is ${mode} shows the panel, and Retry loads it without a reload`, async ({
    page,
  }) => {
    let broken = true;
    await page.route('**/remotes/mfe-home/contact.*', (route) =>
      broken ? (mode === 'dead' ? route.abort('connectionrefused') : undefined) : route.continue(),
    );
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    const panel = page.getByRole('main').getByRole('alert');
    await expect(panel.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: /^Cart,/ })).toBeVisible();
    broken = false;
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  });
}

test('the contact form says that it is offline and keeps the input', async ({ page, context }) => {
  await page.goto('/contact');
  await waitForHydration(page);
  const form = page.getByRole('form', { name: 'Write to us' });
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Email').fill('ada@example.com');
  await form.getByLabel('Subject').fill('Hello');
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(form.getByLabel('Subject')).toHaveValue('Hello');
  await context.setOffline(false);
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Thank you.');
});
