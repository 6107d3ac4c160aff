import { storefronts } from '@shop/contracts';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import { readStorefront } from '../../http/readStorefront';
import type { NewMail } from '../mail/mailsRepository';
import { writeMail, type MailSender } from '../mail/writeMail';

const UNASKED = 'If you did not ask for this, you can ignore this mail.';

/** Mails about an account have the look of the storefront in which they were asked for. */
export const readMailSender = (
  { config }: { readonly config: Pick<AppContext['config'], 'publicUrl'> },
  request: Pick<FastifyRequest, 'cookies'>,
): MailSender => ({ storefront: readStorefront(request), publicUrl: config.publicUrl });

/** A mail's own link. Its key is in the fragment, which no server gets. */
const buildLink = ({ publicUrl }: MailSender, purpose: 'login' | 'reset', key: string): string =>
  new URL(`/auth/verify-reset-otp#${purpose}=${key}`, publicUrl).href;

// User input must not go into a mail to an address that is not verified.

export const writeRegisterCodeMail = (sender: MailSender, to: string, code: string): NewMail =>
  writeMail(sender, to, {
    subject: 'Your code to create an account',
    heading: 'Create your account',
    paragraphs: ['Enter this code within 10 minutes to verify your email address and create your account.'],
    code,
    notes: [UNASKED],
  });

export const writeLoginCodeMail = (sender: MailSender, to: string, code: string, key: string): NewMail =>
  writeMail(sender, to, {
    subject: 'Your code to log in',
    heading: 'Log in',
    paragraphs: ['Enter this code within 10 minutes to log in, or use the button.'],
    code,
    button: { label: 'Log in', url: buildLink(sender, 'login', key) },
    notes: ['Never give the code to anyone: we will never ask for it. The button works once within a day.', UNASKED],
  });

export const writeResetCodeMail = (sender: MailSender, to: string, code: string, key: string): NewMail =>
  writeMail(sender, to, {
    subject: 'Your code to reset your password',
    heading: 'Choose a new password',
    paragraphs: ['Enter this code within 10 minutes to choose a new password, or use the button.'],
    code,
    button: { label: 'Choose a password', url: buildLink(sender, 'reset', key) },
    notes: ['Never give the code to anyone: we will never ask for it. The button works once within a day.', UNASKED],
  });

export const writeEmailChangeCodeMail = (sender: MailSender, to: string, code: string): NewMail =>
  writeMail(sender, to, {
    subject: 'Your code to confirm this address',
    heading: 'Confirm your new address',
    paragraphs: ['Enter this code within 10 minutes to use this address for your account.'],
    code,
    notes: [UNASKED],
  });

export const writeHasAccountMail = (sender: MailSender, to: string, key: string): NewMail =>
  writeMail(sender, to, {
    subject: 'You already have an account',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, perhaps you, tried to create an account with this address. It already has one.',
      'If you have forgotten the password, choose "Forgot password?" on the login page, or log in with the button.',
    ],
    button: { label: 'Log in', url: buildLink(sender, 'login', key) },
    notes: ['The button works once within a day.', UNASKED],
  });

/** Its name was typed by who has verified the address. */
export const writeWelcomeMail = (sender: MailSender, to: string, name: string): NewMail => {
  const shop = storefronts[sender.storefront].name;
  return writeMail(sender, to, {
    subject: `Welcome to ${shop}`,
    heading: `Welcome to ${shop}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      'Your account is ready. It keeps your orders, your addresses and your wishlist, on every device where you log in.',
    ],
    button: { label: 'Open your account', url: new URL('/dashboard', sender.publicUrl).href },
  });
};

const IF_NOT_YOU =
  'If this was not you, choose "Forgot password?" on the login page at once: a new password logs out all devices.';

/** State of the Google connection after a password change. A reset disconnects it, unless it created the account. */
export type GoogleConnection = 'none' | 'connected' | 'disconnected';

const GOOGLE_SENTENCES = {
  none: [],
  connected: [
    'You can also still log in with Google. If you do not know that connection, remove it on your account page.',
  ],
  disconnected: ['Google was disconnected from your account. You can connect it again on your account page.'],
} as const satisfies Record<GoogleConnection, readonly string[]>;

/** Reports a change of an account to its owner, with a way to look at it. */
const writeChangeMail = (sender: MailSender, to: string, subject: string, paragraphs: readonly string[]): NewMail =>
  writeMail(sender, to, {
    subject,
    heading: subject,
    paragraphs: [...paragraphs, IF_NOT_YOU],
    button: { label: 'Open your account', url: new URL('/account', sender.publicUrl).href },
  });

export const writePasswordChangedMail = (sender: MailSender, to: string, google: GoogleConnection): NewMail =>
  writeChangeMail(sender, to, 'Your password was changed', [
    'The password of your account was changed, and your other devices were logged out.',
    ...GOOGLE_SENTENCES[google],
  ]);

export const writeNewDeviceMail = (sender: MailSender, to: string, device: string, at: Date): NewMail =>
  writeChangeMail(sender, to, 'New login to your account', [
    `Someone just logged in to your account on a new device: ${device}, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    'If this was you, there is nothing to do.',
  ]);

export const writeGoogleConnectedMail = (sender: MailSender, to: string): NewMail =>
  writeChangeMail(sender, to, 'Google was connected to your account', [
    'You can now log in to your account with Google as well.',
    'You can disconnect it on your account page.',
  ]);

export const writeGoogleDisconnectedMail = (sender: MailSender, to: string): NewMail =>
  writeChangeMail(sender, to, 'Google was disconnected from your account', [
    'You can no longer log in to your account with Google.',
  ]);

export const writeEmailChangedMail = (sender: MailSender, to: string): NewMail =>
  writeMail(sender, to, {
    subject: 'The address of your account was changed',
    heading: 'The address of your account was changed',
    paragraphs: [
      'Your account now uses another email address. This one will get no more mail about it.',
      'If this was not you, please write to us at once.',
    ],
  });
