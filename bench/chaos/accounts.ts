import { randomUUID } from 'node:crypto';
import { callApi, type Answer } from './sendRequest';
import { timeUntil } from './latency';

export const PASSWORD = 'correct horse battery';

/**
 * Creates an account with the code from the mailbox, which exists outside production only. @throws {Error} on failure.
 */
export const createAccount = async (url: string): Promise<{ readonly email: string; readonly verified: Answer }> => {
  const email = `${randomUUID()}@example.com`;
  const { body } = await callApi(url, '/register', { name: 'Ada Lovelace', email, password: PASSWORD, phone: '' });
  const { user_id } = JSON.parse(body) as { user_id: string };
  let otp: string | undefined;
  await timeUntil(async () => {
    const mails = JSON.parse((await callApi(url, '/dev/mailbox.json')).body) as { to: string; code?: string }[];
    otp = mails.find(({ to, code }) => to === email && code !== undefined)?.code;
    return otp !== undefined;
  }, 5_000);
  const verified = await callApi(url, '/verify-otp', { user_id, otp });
  if (verified.status !== 200) throw new Error(`No account could be made: ${verified.status} ${verified.body}`);
  return { email, verified };
};
