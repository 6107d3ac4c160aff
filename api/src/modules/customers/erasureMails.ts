import type { NewMail } from '../mail/mailsRepository';
import { writeMail, type MailSender } from '../mail/writeMail';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const KEPT_WITHOUT_THE_PERSON =
  'Orders stay as the tax law asks, with their number, date, products, amounts, country and state, but without you.';

const buildButton = ({ publicUrl }: MailSender) => ({
  label: 'Keep my account',
  url: new URL('/account', publicUrl).href,
});

export const writeErasureStartedMail = (sender: MailSender, to: string, dueAt: Date): NewMail =>
  writeMail(sender, to, {
    subject: `Your account will be erased on ${DAY.format(dueAt)}`,
    heading: 'Your account will be erased',
    paragraphs: [
      `On ${DAY.format(dueAt)} we erase your account: your name, addresses, wishlist, cart, messages and sign-ins.`,
      KEPT_WITHOUT_THE_PERSON,
      'Until then you can keep it with one click on your account page. You can also download your data there.',
    ],
    button: buildButton(sender),
    notes: ['If you did not ask for this, keep your account and choose a new password.'],
  });

export const writeErasurePostponedMail = (sender: MailSender, to: string, obstacle: string): NewMail =>
  writeMail(sender, to, {
    subject: 'Your account is not erased yet',
    heading: 'Your account is not erased yet',
    paragraphs: [obstacle, 'We try again each day, and tell you when it is erased. There is nothing to do.'],
    button: buildButton(sender),
  });

export const writeErasureStoppedMail = (sender: MailSender, to: string): NewMail =>
  writeMail(sender, to, {
    subject: 'Your account is kept',
    heading: 'Your account is kept',
    paragraphs: ['Your account will not be erased. Everything is as it was.'],
  });

export const writeErasedMail = (sender: MailSender, to: string): NewMail =>
  writeMail(sender, to, {
    subject: 'Your account is erased',
    heading: 'Your account is erased',
    paragraphs: [
      'Your account is erased, as you asked for, or as we agreed on with you.',
      KEPT_WITHOUT_THE_PERSON,
      'This is the last mail. We delete your address as soon as it is sent.',
    ],
  });
