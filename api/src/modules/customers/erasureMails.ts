import { buildContent, type Letter } from '../mail/Letter';
import type { MailSender } from '../mail/writeMail';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const buildButton = ({ publicUrl }: MailSender) => ({
  label: 'Keep my account',
  url: new URL('/account', publicUrl).href,
});

export const writeErasureStartedMail = (sender: MailSender, to: string, dueAt: Date): Letter => ({
  sender,
  to,
  content: buildContent(
    'erasure-started',
    { day: DAY.format(dueAt) },
    {
      button: buildButton(sender),
      notes: ['If you did not ask for this, keep your account and choose a new password.'],
    },
  ),
});

export const writeErasurePostponedMail = (sender: MailSender, to: string, obstacle: string): Letter => ({
  sender,
  to,
  content: buildContent('erasure-postponed', { obstacle }, { button: buildButton(sender) }),
});

export const writeErasureStoppedMail = (sender: MailSender, to: string): Letter => ({
  sender,
  to,
  content: buildContent('erasure-stopped', {}),
});

export const writeErasedMail = (sender: MailSender, to: string): Letter => ({
  sender,
  to,
  content: buildContent('erased', {}),
});
