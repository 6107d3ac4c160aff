import type { ContactMessage } from '@shop/contracts';
import { createCallThunk } from '@shop/shared/state';

/** Sends the message. Returns the confirmation; rejects with the error, and `meta` has the field. */
export const contactMessageSent = createCallThunk(
  'contact/messageSent',
  async (body: ContactMessage, { extra }) => {
    const { sendContactMessage } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/contact');
    return extra.api.request(sendContactMessage, { body });
  },
  { onSuccess: ({ message }) => message },
);
