import type { NewMail } from '../mail/mailsRepository';
import { escapeHtml } from '../../http/escapeHtml';

const SIGNATURE = 'If you did not ask for this, you can ignore this mail.';

/** Builds both bodies from sentences. User input must not go into a mail to an address that is not verified. */
const writeMail = (to: string, subject: string, sentences: readonly string[], code?: string): NewMail => ({
  to,
  subject,
  text: sentences.join('\n\n'),
  html: sentences
    .map(
      (sentence) =>
        `<p>${escapeHtml(sentence)
          .replace(code ?? /$^/, (found) => `<strong>${found}</strong>`)
          .replace(/https?:\S+$/, (url) => `<a href="${url}">${url}</a>`)}</p>`,
    )
    .join('\n'),
  ...(code === undefined ? {} : { code }),
});

/** A mail's own link. Its key is in the fragment, which no server gets. */
export interface MailLink {
  readonly publicUrl: string;
  readonly key: string;
}
const buildLink = ({ publicUrl, key }: MailLink, purpose: 'login' | 'reset'): string =>
  new URL(`/auth/verify-reset-otp#${purpose}=${key}`, publicUrl).href;

export const writeRegisterCodeMail = (to: string, code: string): NewMail =>
  writeMail(
    to,
    'Your code to create an account',
    [
      `Your code is ${code}.`,
      'Enter it within 10 minutes to verify your email address and create your account.',
      SIGNATURE,
    ],
    code,
  );

export const writeLoginCodeMail = (to: string, code: string, link: MailLink): NewMail =>
  writeMail(
    to,
    'Your code to log in',
    [
      `Your code is ${code}.`,
      'Enter it within 10 minutes to log in. Never give it to anyone: we will never ask for it.',
      `Or log in with this link, which works once within a day: ${buildLink(link, 'login')}`,
      SIGNATURE,
    ],
    code,
  );

export const writeResetCodeMail = (to: string, code: string, link: MailLink): NewMail =>
  writeMail(
    to,
    'Your code to reset your password',
    [
      `Your code is ${code}.`,
      'Enter it within 10 minutes to choose a new password. Never give it to anyone: we will never ask for it.',
      `Or choose one with this link, which works once within a day: ${buildLink(link, 'reset')}`,
      SIGNATURE,
    ],
    code,
  );

export const writeEmailChangeCodeMail = (to: string, code: string): NewMail =>
  writeMail(
    to,
    'Your code to confirm this address',
    [`Your code is ${code}.`, 'Enter it within 10 minutes to use this address for your account.', SIGNATURE],
    code,
  );

export const writeHasAccountMail = (to: string, link: MailLink): NewMail =>
  writeMail(to, 'You already have an account', [
    'Someone, perhaps you, tried to create an account with this address. It already has one.',
    'If you have forgotten the password, choose "Forgot password?" on the login page.',
    `Or log in with this link, which works once within a day: ${buildLink(link, 'login')}`,
    SIGNATURE,
  ]);

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

export const writePasswordChangedMail = (to: string, google: GoogleConnection): NewMail =>
  writeMail(to, 'Your password was changed', [
    'The password of your account was changed, and your other devices were logged out.',
    ...GOOGLE_SENTENCES[google],
    IF_NOT_YOU,
  ]);

export const writeNewDeviceMail = (to: string, device: string, at: Date): NewMail =>
  writeMail(to, 'New login to your account', [
    `Someone just logged in to your account on a new device: ${device}, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    'If this was you, there is nothing to do.',
    IF_NOT_YOU,
  ]);

export const writeGoogleConnectedMail = (to: string): NewMail =>
  writeMail(to, 'Google was connected to your account', [
    'You can now log in to your account with Google as well.',
    'You can disconnect it on your account page.',
    IF_NOT_YOU,
  ]);

export const writeGoogleDisconnectedMail = (to: string): NewMail =>
  writeMail(to, 'Google was disconnected from your account', [
    'You can no longer log in to your account with Google.',
    IF_NOT_YOU,
  ]);

export const writeEmailChangedMail = (to: string): NewMail =>
  writeMail(to, 'The address of your account was changed', [
    'Your account now uses another email address. This one will get no more mail about it.',
    'If this was not you, please contact our support, 8 AM to 10 PM.',
  ]);
