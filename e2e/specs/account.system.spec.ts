import {
  codeFor,
  createGoogleAccount,
  logInAsNew,
  logInThroughApi,
  mailsTo,
  newEmail,
  PASSWORD,
  passwordField,
  SESSION_COOKIE,
  signInWithGoogle,
} from '../support/identity';
import { PAYLOADS } from '../../api/src/testing/payloads';
import { main, open } from '../support/checkout';
import { post } from '../support/post';
import { collectComplaints, expect, test } from '../support/shop';

test('the email address is changed with a code sent to the new one (product 9.1)', async ({ page, request }) => {
  await logInAsNew(page);
  const next = newEmail('next');
  await open(page, '/account');
  const form = page.getByRole('form', { name: 'Change email address' });
  await form.getByLabel(/^New email/).fill(next);
  await form.locator('input[type=password]').fill(PASSWORD);
  await form.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('Verification code').fill(await codeFor(request, next));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your email address is changed.' })).toBeVisible();
  await expect(main(page).getByText(next)).toBeVisible();
});

test('a Google account is told how to set a password; another account connects and disconnects Google with its password (product 9.1)', async ({
  page,
  request,
}) => {
  const made = newEmail('grace');
  await createGoogleAccount(page, made);
  await page.goto('/auth/login?next=%2Faccount');
  await signInWithGoogle(page, made);
  const password = page.getByRole('region', { name: 'Password' });
  await expect(password.getByRole('link', { name: 'Set a password' })).toBeVisible();
  await page.context().clearCookies();

  const email = await logInAsNew(page);
  await open(page, '/account');
  const google = page.getByRole('region', { name: 'Google' });
  const confirm = async (action: string, password: string) => {
    await google.locator('input[type=password]').fill(password);
    await google.getByRole('button', { name: action }).click();
  };
  await google.getByRole('button', { name: 'Connect Google' }).click();
  await confirm('Connect Google', 'not my password');
  await expect(google.getByText('This is not your current password.').first()).toBeVisible();
  await confirm('Connect Google', PASSWORD);
  await expect(page.getByRole('heading', { name: 'Test provider' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(main(page).getByText('Connected', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(request, email)).map(({ subject }) => subject))
    .toContain('Google was connected to your account');

  await google.getByRole('button', { name: 'Disconnect Google' }).click();
  await confirm('Disconnect Google', PASSWORD);
  // If an API process is killed meanwhile (killInTheMiddle), the page asks to try again.
  const disconnected = page.getByRole('status').filter({ hasText: 'Google is disconnected.' });
  const tryAgain = google.getByRole('alert').filter({ hasText: 'Please try again.' });
  await expect(disconnected.or(tryAgain)).toBeVisible();
  if (await tryAgain.isVisible()) await google.getByRole('button', { name: 'Disconnect Google' }).click();
  await expect(disconnected).toBeVisible();
  await expect(google.getByRole('button', { name: 'Connect Google' })).toBeVisible();
});

test('one click logs out everywhere', async ({ page, browser }) => {
  const email = await logInAsNew(page);
  const elsewhere = await browser.newPage();
  await logInThroughApi(elsewhere, email);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await elsewhere.goto('/account');
  await expect(elsewhere).toHaveURL(/\/auth\/login\?next=%2Faccount$/);
  await elsewhere.close();
});

test('a session that ends on an account page leads to the login, and back', async ({ page, context }) => {
  const email = await logInAsNew(page);
  await open(page, '/account');
  await context.clearCookies({ name: SESSION_COOKIE });
  await page.getByLabel('Name').fill('Nobody');
  await page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Faccount$/);
  await page.getByLabel('Email').fill(email);
  await passwordField(page, 'Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
});

const PAYLOADS_PER_ADDRESS = 5;

test('input of a shopper is shown as text everywhere', async ({ page, context }) => {
  expect(PAYLOADS).toHaveLength(100);
  const complaints = collectComplaints(page);
  await logInAsNew(page);
  const { token } = await (await context.request.get('/api/me')).json();
  const headers = { authorization: `Bearer ${token}` };
  const expectNothingRan = async (path: string): Promise<void> => {
    await open(page, path);
    expect(await page.evaluate(() => '__pwned' in window), path).toBe(false);
  };

  const fixed = { country: 'US', townCity: 'x', state: 'NY', zipCode: '10001', phone: '+1 212 555 0100' };
  for (let index = 0; index < PAYLOADS.length; index += PAYLOADS_PER_ADDRESS) {
    const [label = '', firstName, lastName, companyName, streetAddress, apartment] = [
      'Address',
      ...PAYLOADS.slice(index, index + PAYLOADS_PER_ADDRESS),
    ];
    await post(context.request, '/api/addresses', {
      data: { ...fixed, label: `${label} ${index}`, firstName, lastName, companyName, streetAddress, apartment },
      headers,
    });
  }
  await expectNothingRan('/addresses');
  for (const payload of PAYLOADS) await expect(main(page).getByText(payload).first()).toBeAttached();

  await open(page, '/products/ring-halo');
  await main(page)
    .getByRole('button', { name: /^Add to cart$/ })
    .first()
    .click();
  await expectNothingRan('/checkout'); // The addresses appear again in the select and in the form.
  for (const payload of PAYLOADS.slice(0, 20)) {
    await context.request.patch('/api/me', { data: { name: payload }, headers });
    await expectNothingRan('/dashboard');
  }
  expect(complaints).toEqual([]);
});
