import type { ContactMessage } from '@shop/shared/contracts';
import { createAppAsyncThunk, type Refusal } from '@shop/shared/state';

/** Answers what the writer is told; rejected with the message, `meta` says by which field. */
export const contactMessageSent = createAppAsyncThunk<
  string,
  ContactMessage,
  { rejectValue: string; rejectedMeta: Refusal }
>('contact/messageSent', async (message, { extra, rejectWithValue }) => {
  const result = await extra.contact.send(message);
  return result.ok ? result.value : rejectWithValue(result.failure.message, result.failure);
});
