import { codeFor, createAccount, fillRegistration, logIn, mailsTo, newEmail } from '../support/identity';
import { collectComplaints, expect, test, waitForHydration } from '../support/shop';

test('an unknown address gets no mail, and the pages do not reveal it', async ({ page, request }) => {
  const email = newEmail('unknown');
  await page.goto('/auth/login');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Email me a code instead' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page).toHaveURL(/\/auth\/verify-reset-otp$/);
  await page.getByLabel('Verification code').fill('123456');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('form').getByRole('alert')).toHaveText(
    'That code is incorrect or has expired. Check it, or request a new one.',
  );
  expect(await mailsTo(request, email)).toEqual([]);
});

test('a mailed code logs in, typed, pasted or with spaces', async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const email = newEmail();
  await fillRegistration(page, email);
  const code = await codeFor(request, email);
  const field = page.getByLabel('Verification code');
  await field.fill('000');
  await field.press('Backspace');
  await expect(page.getByText('4 characters left')).toBeVisible();
  await field.fill('');
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)} `);
  await field.focus();
  await page.keyboard.press('Control+V');
  await expect(field).toHaveValue(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
});

test('a reload keeps the current step; a page opened without its data says what to do (product 8.9, 8.10, 12.3)', async ({
  page,
  request,
  context,
}) => {
  const email = newEmail();
  await fillRegistration(page, email);
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByLabel('Verification code').fill(await codeFor(request, email));
  await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled();

  const other = await context.newPage();
  const complaints = collectComplaints(other);
  await other.goto('/auth/verify-otp');
  await expect(other).toHaveURL(/\/auth\/register$/);
  const alert = other.getByRole('alert').filter({ hasText: 'User ID not found. Please register again.' });
  await expect(alert).toBeVisible();
  const heading = other.getByRole('heading', { level: 1 });
  expect((await alert.boundingBox())?.y).toBeLessThan((await heading.boundingBox())?.y ?? NaN);
  await other.goto('/auth/verify-reset-otp');
  await expect(other).toHaveURL(/\/auth\/forgot-password$/);
  await expect(other.getByRole('alert').filter({ hasText: 'User ID not found. Please try again.' })).toBeVisible();
  await other.goto('/auth/reset-password');
  await expect(other).toHaveURL(/\/auth\/forgot-password$/);
  await expect(
    other.getByRole('alert').filter({ hasText: 'Email not found. Please try the reset process again.' }),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});

test('wrong and used codes are reported', async ({ page, request }) => {
  const email = newEmail();
  await fillRegistration(page, email);
  const code = await codeFor(request, email);
  await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('form').getByRole('alert')).toHaveText(
    'That code is incorrect or has expired. Check it, or request a new one.',
  );
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).dblclick();
  await expect(page).toHaveURL(/\/$/);
});

test('a new code can be requested after a minute of the browser; the page says if the server did not send one', async ({
  page,
  request,
}) => {
  await page.clock.install();
  const email = newEmail();
  await fillRegistration(page, email);
  await codeFor(request, email);
  await expect(page.getByText(/^New code in \d+\ss$/)).toBeVisible();
  await page.clock.runFor(61_000);
  await page.getByRole('button', { name: 'Resend code' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'We have already sent codes to this address.' }),
  ).toBeVisible();
  await expect(page.getByText(/^New code in \d+\ss$/)).toBeVisible();
});

test('signing out in one tab signs out the other, and Back shows nothing of the account (product 8.12)', async ({
  page,
  context,
}) => {
  const email = newEmail();
  await createAccount(email);
  await logIn(page, email);
  await page.goto('/account');
  await waitForHydration(page);
  const other = await context.newPage();
  await other.goto('/addresses');
  await waitForHydration(other);
  await page.getByRole('navigation', { name: 'Account', exact: true }).getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/auth\/login\?next=%2Faddresses$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Faccount$/);
  await expect(page.getByText(email)).toHaveCount(0);

  // The other tab is signed in, too, and continues where it was.
  await page.bringToFront();
  await logIn(page, email);
  await expect(other).toHaveURL(/\/addresses$/);
});
