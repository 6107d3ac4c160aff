import type { NewMail } from '../mail/mailsRepository';
import { escapeHtml } from '../../http/escapeHtml';

const SIGNATURE = 'If you did not ask for this, you need not do anything.';

/** Plain sentences make both bodies; nothing that a stranger typed goes into a mail to an address they do not own. */
const write = (to: string, subject: string, sentences: readonly string[], code?: string): NewMail => ({
  to,
  subject,
  text: sentences.join('\n\n'),
  html: sentences
    .map((sentence) => `<p>${escapeHtml(sentence).replace(code ?? /$^/, (found) => `<strong>${found}</strong>`)}</p>`)
    .join('\n'),
  ...(code === undefined ? {} : { code }),
});

export const writeRegisterCodeMail = (to: string, code: string): NewMail =>
  write(
    to,
    'Your code to create an account',
    [
      `Your code is ${code}.`,
      'Enter it within 10 minutes to verify your email address and create your account.',
      SIGNATURE,
    ],
    code,
  );

export const writeLoginCodeMail = (to: string, code: string): NewMail =>
  write(
    to,
    'Your code to log in',
    [
      `Your code is ${code}.`,
      'Enter it within 10 minutes to log in. Never give it to anybody: we do not ask for it.',
      SIGNATURE,
    ],
    code,
  );

export const writeResetCodeMail = (to: string, code: string): NewMail =>
  write(
    to,
    'Your code to reset your password',
    [
      `Your code is ${code}.`,
      'Enter it within 10 minutes to choose a new password. Never give it to anybody: we do not ask for it.',
      SIGNATURE,
    ],
    code,
  );

export const writeEmailChangeCodeMail = (to: string, code: string): NewMail =>
  write(
    to,
    'Your code to confirm this address',
    [`Your code is ${code}.`, 'Enter it within 10 minutes to use this address for your account.', SIGNATURE],
    code,
  );

export const writeHasAccountMail = (to: string): NewMail =>
  write(to, 'You already have an account', [
    'Somebody, perhaps you, asked to use this address for an account. It has one already.',
    'Log in with it. If you have forgotten the password, choose "Forgot password?" there.',
    SIGNATURE,
  ]);

const NOT_ME = 'If this was not you, choose "Forgot password?" on the login page at once: it logs everybody out.';

/**
 * What is left of Google after a password change: a reset disconnects what was connected; what the account began with
 * stays.
 */
export type GoogleAfterwards = 'none' | 'connected' | 'disconnected';

const GOOGLE_AFTERWARDS = {
  none: [],
  connected: [
    'You can also still log in with Google. If you do not know that connection, remove it on your account page.',
  ],
  disconnected: ['Google was disconnected from your account. You can connect it again on your account page.'],
} as const satisfies Record<GoogleAfterwards, readonly string[]>;

export const writePasswordChangedMail = (to: string, google: GoogleAfterwards): NewMail =>
  write(to, 'Your password was changed', [
    'The password of your account was changed, and your other devices were logged out.',
    ...GOOGLE_AFTERWARDS[google],
    NOT_ME,
  ]);

export const writeNewDeviceMail = (to: string, device: string, at: Date): NewMail =>
  write(to, 'New login to your account', [
    `Your account was just logged in to on a new device: ${device}, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    'If this was you, there is nothing to do.',
    NOT_ME,
  ]);

export const writeGoogleConnectedMail = (to: string): NewMail =>
  write(to, 'Google was connected to your account', [
    'You can now log in to your account with Google as well.',
    'You can disconnect it on your account page.',
    NOT_ME,
  ]);

export const writeGoogleDisconnectedMail = (to: string): NewMail =>
  write(to, 'Google was disconnected from your account', [
    'Your account can no longer be logged in to with Google.',
    NOT_ME,
  ]);

export const writeEmailChangedMail = (to: string): NewMail =>
  write(to, 'The address of your account was changed', [
    'Your account now uses another email address. This one will get no more mail about it.',
    'If this was not you, please contact our support, 8 AM to 10 PM.',
  ]);
