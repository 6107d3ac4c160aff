import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './shop';
import { OWNER_LINKS, stackData, type owners } from './stackConfig';

type Owner = (typeof owners)[number];

/** The screens on which the back office is tested. */
export const SIZES: Readonly<Record<Owner, { readonly width: number; readonly height: number }>> = {
  wide: { width: 1440, height: 900 },
  narrow: { width: 390, height: 844 },
};

/** Returns the link of an owner's invitation, from the folder of a shop. */
export const readOwnerLink = (name: Owner, directory = stackData): string => {
  const links = JSON.parse(fs.readFileSync(path.join(directory, OWNER_LINKS), 'utf8')) as Record<string, string>;
  return links[name] ?? '';
};

/** A passkey that is there and says yes. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

/** Accepts an invitation with a passkey, by keyboard, on a page of the test's own: a page has one authenticator. */
export const join = async (page: Page, link: string, name: string): Promise<void> => {
  await addAuthenticator(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Join the back office' })).toBeVisible();
  expect(page.url(), 'the key is not in the address').not.toContain('key=');
  await page.getByLabel('Your name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Hello ${name}` })).toBeVisible();
};
