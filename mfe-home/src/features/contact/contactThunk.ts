import type { ContactMessage } from '@shop/shared/contracts';
import { createAppAsyncThunk, type Refusal } from '@shop/shared/state';

/** Sends the message. Returns the confirmation; rejects with the error, and `meta` has the field. */
export const contactMessageSent = createAppAsyncThunk<
  string,
  ContactMessage,
  { rejectValue: string; rejectedMeta: Refusal }
>('contact/messageSent', async (message, { extra, rejectWithValue }) => {
  const result = await extra.contact.send(message);
  return result.ok ? result.value : rejectWithValue(result.failure.message, result.failure);
});
