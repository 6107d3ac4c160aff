import {
  codeFor,
  createAccount,
  createGoogleAccount,
  logIn,
  newEmail,
  PASSWORD,
  passwordField,
  register,
  SESSION_COOKIE,
  signInWithGoogle,
} from '../support/identity';
import { collectComplaints, expect, storefronts, test, waitForHydration } from '../support/shop';

const account = /^Account of Ada Lovelace$/;

for (const storefront of storefronts)
  test(`a shopper registers with the code from the mailbox, logs out and in again (${storefront}) (product 8.6, 8.8)`, async ({
    page,
    request,
    enterStorefront,
  }) => {
    await enterStorefront(storefront);
    const complaints = collectComplaints(page);
    const email = newEmail();
    await register(page, request, email);
    await page.getByRole('banner').getByRole('link', { name: account }).click();
    await expect(page).toHaveURL(/\/account$/);
    await page.waitForLoadState('networkidle');
    await page
      .getByRole('navigation', { name: 'Account', exact: true })
      .getByRole('button', { name: 'Log out' })
      .click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('status').filter({ hasText: 'You are logged out.' })).toBeVisible();
    await logIn(page, email);
    await expect(page.getByRole('banner').getByRole('link', { name: account })).toBeVisible();
    expect(complaints).toEqual([]);
  });

test('a wrong password is reported in the red box under the form until the page is left (product 8.2, 12.3)', async ({
  page,
}) => {
  const email = newEmail();
  await createAccount(email);
  await page.goto('/auth/login');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(email);
  await passwordField(page, 'Password').fill('not the password');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const box = page.getByRole('form', { name: 'Log in with your password' }).getByRole('alert');
  await expect(box).toHaveText('Wrong email or password.');
  const [button, below] = [
    await page.getByRole('button', { name: 'Log in', exact: true }).boundingBox(),
    await box.boundingBox(),
  ];
  expect(below?.y).toBeGreaterThan((button?.y ?? NaN) + (button?.height ?? NaN));
  const [red = 0, green = 255, blue = 255] = await box.evaluate((node) =>
    (getComputedStyle(node).color.match(/\d+/g) ?? []).map(Number),
  );
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('link', { name: 'Back to log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expect(box).toBeHidden();
});

test('a customer logs in with a code (product 8.5)', async ({ page, request }) => {
  const email = newEmail('grace');
  await createGoogleAccount(page, email);
  await page.goto('/auth/login');
  await waitForHydration(page);
  await page.getByRole('tab', { name: 'OTP' }).click();
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please enter your email address' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page).toHaveURL(/\/auth\/verify-reset-otp$/); // The URL contains nothing of it.
  await expect(page.getByText(email)).toBeVisible();

  const code = await codeFor(request, email);
  const verify = page.getByRole('button', { name: 'Verify' });
  await page.getByLabel('Verification code').pressSequentially(code.slice(0, 5));
  await expect(verify).toBeDisabled();
  await page.getByLabel('Verification code').press(code.slice(5));
  await verify.click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account of Grace Hopper' })).toBeVisible();
});

test('a forgotten password can be reset, and the new one works (product 8.10)', async ({ page, request }) => {
  const email = newEmail('grace');
  await createGoogleAccount(page, email);
  await page.goto('/auth/login');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveURL(/\/auth\/verify-reset-otp$/);
  await page.getByLabel('Verification code').fill(await codeFor(request, email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/auth\/reset-password$/);
  await passwordField(page, 'Password').fill('a brand new password');
  await passwordField(page, 'Confirm password').fill('another one');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "Passwords don't match!" })).toBeVisible();
  await passwordField(page, 'Confirm password').fill('a brand new password');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByRole('status').filter({ hasText: 'Your password is changed.' })).toBeVisible();
  await logIn(page, email, 'a brand new password');
});

test('Google signs in a new customer', async ({ page }) => {
  const complaints = collectComplaints(page);
  await page.goto('/auth/login?next=%2Forders');
  await signInWithGoogle(page, newEmail('grace'));
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account of Grace Hopper' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('Google does not sign in to an existing account by its address (product 8.13)', async ({ page }) => {
  const complaints = collectComplaints(page);
  const taken = newEmail('taken');
  await createAccount(taken);
  await page.goto('/auth/login');
  await signInWithGoogle(page, taken);
  await expect(
    page.getByRole('alert').filter({ hasText: 'An account with this email address already exists.' }),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});

test('signed-out visitors of account pages sign in and return; signed-in visitors are redirected from sign-in pages (product 2.6, 8.1)', async ({
  page,
  request,
}) => {
  const email = newEmail();
  await createAccount(email);
  for (const path of ['/account', '/dashboard', '/orders', '/orders/ORD-1', '/addresses']) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers()['location']).toBe(`/auth/login?next=${encodeURIComponent(path)}`);
  }
  await page.goto('/addresses');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(email);
  await passwordField(page, 'Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/addresses$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Addresses' })).toBeVisible();
  for (const path of ['/auth', '/auth/login', '/auth/register', '/auth/verify-otp', '/auth/verify-reset-otp']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
  }
  await page.goto('/auth/login?next=//evil.test');
  await expect(page).toHaveURL(/localhost:\d+\/$/);
});

test('a customer gets the page that everybody gets, then the header with the own name, and no credentials in page or storage', async ({
  page,
  context,
}) => {
  const email = newEmail();
  await createAccount(email);
  await logIn(page, email);
  const response = await page.goto('/');
  const html = (await response?.text()) ?? '';
  expect(html).not.toContain('Lovelace');
  expect(response?.headers()['cache-control']).toBe('no-cache');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account of Ada Lovelace' })).toBeAttached();
  const own = await page.goto('/orders');
  expect((await own?.text()) ?? '').not.toContain('Lovelace');
  expect(own?.headers()['cache-control']).toBe('no-store');
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  const cookies = await context.cookies();
  const session = cookies.find(({ name }) => SESSION_COOKIE.test(name));
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const { token } = await (await context.request.get('/api/me')).json();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  for (const secret of [session?.value ?? '', token, PASSWORD]) {
    expect(html).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
});
