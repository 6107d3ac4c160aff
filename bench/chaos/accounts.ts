import { randomUUID } from 'node:crypto';
import { askApi, type Answer } from './ask';
import { timeUntil } from './latency';

export const PASSWORD = 'correct horse battery';

/**
 * An account of its own, by the code from the mailbox that shops outside production have. @throws {Error} where it
 * cannot be made.
 */
export const createAccount = async (url: string): Promise<{ readonly email: string; readonly verified: Answer }> => {
  const email = `${randomUUID()}@example.com`;
  const { body } = await askApi(url, '/register', { name: 'Ada Lovelace', email, password: PASSWORD, phone: '' });
  const { user_id } = JSON.parse(body) as { user_id: string };
  let otp: string | undefined;
  await timeUntil(async () => {
    const mails = JSON.parse((await askApi(url, '/dev/mailbox.json')).body) as { to: string; code?: string }[];
    otp = mails.find(({ to, code }) => to === email && code !== undefined)?.code;
    return otp !== undefined;
  }, 5_000);
  const verified = await askApi(url, '/verify-otp', { user_id, otp });
  if (verified.status !== 200) throw new Error(`No account could be made: ${verified.status} ${verified.body}`);
  return { email, verified };
};
