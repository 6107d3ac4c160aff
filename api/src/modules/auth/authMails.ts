import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import { readStorefront } from '../../http/readStorefront';
import { buildContent, type Letter } from '../mail/Letter';
import type { MailSender } from '../mail/writeMail';

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

export const writeRegisterCodeMail = (sender: MailSender, to: string, code: string): Letter => ({
  sender,
  to,
  content: buildContent('register-code', {}, { code, notes: [UNASKED] }),
});

const CODE_NOTES = [
  'Never give the code to anyone: we will never ask for it. The button works once within a day.',
  UNASKED,
];

export const writeLoginCodeMail = (sender: MailSender, to: string, code: string, key: string): Letter => ({
  sender,
  to,
  content: buildContent(
    'login-code',
    {},
    { code, button: { label: 'Log in', url: buildLink(sender, 'login', key) }, notes: CODE_NOTES },
  ),
});

export const writeResetCodeMail = (sender: MailSender, to: string, code: string, key: string): Letter => ({
  sender,
  to,
  content: buildContent(
    'reset-code',
    {},
    { code, button: { label: 'Choose a password', url: buildLink(sender, 'reset', key) }, notes: CODE_NOTES },
  ),
});

export const writeEmailChangeCodeMail = (sender: MailSender, to: string, code: string): Letter => ({
  sender,
  to,
  content: buildContent('email-code', {}, { code, notes: [UNASKED] }),
});

export const writeHasAccountMail = (sender: MailSender, to: string, key: string): Letter => ({
  sender,
  to,
  content: buildContent(
    'has-account',
    {},
    {
      button: { label: 'Log in', url: buildLink(sender, 'login', key) },
      notes: ['The button works once within a day.', UNASKED],
    },
  ),
});

/** Its name was typed by who has verified the address. */
export const writeWelcomeMail = (sender: MailSender, to: string, name: string): Letter => ({
  sender,
  to,
  content: buildContent(
    'welcome',
    {},
    {
      greeting: `Hello ${name},`,
      button: { label: 'Open your account', url: new URL('/dashboard', sender.publicUrl).href },
    },
  ),
});

const advice =
  'If this was not you, choose "Forgot password?" on the login page at once: a new password logs out all devices.';

/** State of the Google connection after a password change. A reset disconnects it, unless it created the account. */
export type GoogleConnection = 'none' | 'connected' | 'disconnected';

const GOOGLE_SENTENCES = {
  none: '',
  connected:
    'You can also still log in with Google. If you do not know that connection, remove it on your account page.',
  disconnected: 'Google was disconnected from your account. You can connect it again on your account page.',
} as const satisfies Record<GoogleConnection, string>;

/** Of a mail that reports a change of an account to its owner: a way to look at it. */
const buildAccountButton = ({ publicUrl }: MailSender) => ({
  button: { label: 'Open your account', url: new URL('/account', publicUrl).href },
});

export const writePasswordChangedMail = (sender: MailSender, to: string, google: GoogleConnection): Letter => ({
  sender,
  to,
  content: buildContent('password-changed', { google: GOOGLE_SENTENCES[google], advice }, buildAccountButton(sender)),
});

export const writeNewDeviceMail = (sender: MailSender, to: string, device: string, at: Date): Letter => ({
  sender,
  to,
  content: buildContent(
    'new-device',
    { device, time: `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`, advice },
    buildAccountButton(sender),
  ),
});

export const writeGoogleConnectedMail = (sender: MailSender, to: string): Letter => ({
  sender,
  to,
  content: buildContent('google-connected', { advice }, buildAccountButton(sender)),
});

export const writeGoogleDisconnectedMail = (sender: MailSender, to: string): Letter => ({
  sender,
  to,
  content: buildContent('google-disconnected', { advice }, buildAccountButton(sender)),
});

export const writeEmailChangedMail = (sender: MailSender, to: string): Letter => ({
  sender,
  to,
  content: buildContent('email-changed', {}),
});
