import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { CONTACT_MESSAGE_MAX_LENGTH, CONTACT_SUBJECT_MAX_LENGTH } from './constants';
import { Closed, defineEndpoint } from './endpoint';
import { EmailAddress, PersonName, RequiredText, typedText } from './fields';
import { StorefrontSlug } from './storefront';

/** The message itself is optional (product.md 10.2). */
export const ContactMessage = Closed({
  store: StorefrontSlug,
  name: PersonName,
  email: EmailAddress,
  subject: RequiredText(CONTACT_SUBJECT_MAX_LENGTH),
  message: Type.String({ ...typedText, maxLength: CONTACT_MESSAGE_MAX_LENGTH }),
  /** Honeypot: only bots fill it, and they get the usual response. */
  website: Type.Optional(Type.String({ maxLength: 500 })),
});
export type ContactMessage = Static<typeof ContactMessage>;

export const sendContactMessage = defineEndpoint({
  method: 'POST',
  path: '/contact',
  access: 'anyone',
  body: ContactMessage,
  response: Type.Object({ status: Type.Literal(true), message: Type.String() }),
  failureMessage: 'Your message could not be sent',
});
