import { DEFAULT_STOREFRONT, ROLES, isRole } from '@shop/contracts';
import type { Letter } from '../mail/Letter';
import type { Invite } from './staffRepository';

/** Nothing that somebody typed is in it: its address is not verified. */
export const writeInviteMail = (publicUrl: string, { email, role }: Invite, link: string): Letter => ({
  sender: { storefront: DEFAULT_STOREFRONT, publicUrl },
  to: email,
  content: {
    subject: 'You are invited to the back office',
    heading: 'You are invited to the back office',
    paragraphs: [
      `You can run the shop with us, as ${isRole(role) ? ROLES[role].name.toLowerCase() : role}. The button opens the door: there you create a passkey, or connect an app for codes.`,
    ],
    button: { label: 'Accept the invitation', url: link },
    notes: ['The button works once, within 48 hours. If you do not know what this is about, ignore this mail.'],
  },
});
