import type { ContactMessage } from '@shop/contracts';
import { createCallThunk } from '@shop/shared/state';

/** Sends the message. Returns the confirmation; rejects with the error, and `meta` has the field. */
export const contactMessageSent = createCallThunk('contact/messageSent', (message: ContactMessage, { extra }) =>
  extra.contact.send(message),
);
