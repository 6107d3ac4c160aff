import { request as requestFactory, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { post } from './post';
import { newNetwork } from './network';
import { expect, waitForHydration } from './shop';
import { SHOP_URL } from './stackConfig';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly code?: string;
}

/** On https the cookie's name has the `__Host-` prefix. */
export const SESSION_COOKIE = /^(?:__Host-)?sid$/;

export const PASSWORD = 'correct horse battery';

let people = 0;
export const newEmail = (who = 'shopper'): string => `${who}-${process.pid}-${Date.now()}-${(people += 1)}@example.com`;

export const mailsTo = async (request: APIRequestContext, email: string): Promise<Mail[]> => {
  const mails: Mail[] = await (await request.get('/dev/mailbox.json')).json();
  return mails.filter(({ to }) => to === email);
};

/** Returns the latest code mailed to an address once this many have arrived. */
export const codeFor = async (request: APIRequestContext, email: string, count = 1): Promise<string> => {
  await expect
    .poll(async () => (await mailsTo(request, email)).filter(({ code }) => code !== undefined).length)
    .toBeGreaterThanOrEqual(count);
  return (await mailsTo(request, email)).find(({ code }) => code !== undefined)?.code ?? '';
};

/** Finds a password field by its label, not the tab of the same name. */
export const passwordField = (page: Page, label: string): Locator =>
  page.locator('input').and(page.getByLabel(new RegExp(`^${label}`)));

export const fillRegistration = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.goto('/auth/register');
  await waitForHydration(page);
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(email);
  await passwordField(page, 'Password').fill(password);
  await passwordField(page, 'Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/auth\/verify-otp$/);
};

/** Registers with the code from the mailbox and ends up signed in on the home page. */
export const register = async (page: Page, request: APIRequestContext, email: string): Promise<void> => {
  await fillRegistration(page, email);
  await page.getByLabel('Verification code').fill(await codeFor(request, email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account of Ada Lovelace' })).toBeAttached();
};

/** Registers through the API. The request's cookies have a session afterwards. */
const registerThroughApi = async (request: APIRequestContext, email: string): Promise<void> => {
  const started = await post(request, '/api/register', {
    data: { name: 'Ada Lovelace', email, password: PASSWORD, phone: '' },
  });
  const { user_id } = await started.json();
  await post(request, '/api/verify-otp', { data: { user_id, otp: await codeFor(request, email) } });
};

/** Creates an account without signing in a page. `use` gets its requests, and the token for changes. */
export const createAccount = async (
  email: string,
  use?: (request: APIRequestContext, token: string) => Promise<void>,
): Promise<void> => {
  const request = await requestFactory.newContext({
    baseURL: SHOP_URL,
    extraHTTPHeaders: { 'x-forwarded-for': newNetwork() },
  });
  await registerThroughApi(request, email);
  if (use) await use(request, (await (await request.get('/api/me')).json()).token);
  await request.dispose();
};

/** Signs in through the fake Google provider. */
export const signInWithGoogle = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
};

/** An account whose address has its full mail quota left. */
export const createGoogleAccount = async (page: Page, email: string): Promise<void> => {
  await page.goto('/auth/login');
  await signInWithGoogle(page, email);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('about:blank'); // Requests of the page belong to the session.
  await page.context().clearCookies();
};

export const logIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.goto('/auth/login');
  await waitForHydration(page);
  await page.getByLabel('Email').fill(email);
  await passwordField(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
};

/** Creates an account whose session the next page has, without opening one, and returns the account's address. */
export const logInAsNew = async (page: Page): Promise<string> => {
  const email = newEmail();
  await registerThroughApi(page.request, email);
  return email;
};

/** Gives the next page of another device a session, without opening one. */
export const logInThroughApi = async (page: Page, email: string): Promise<void> => {
  await post(page.request, '/api/login', { data: { email, password: PASSWORD } });
};
