import type { ContactMessage } from '@shop/shared/contracts';
import { ShopError } from '../../http/ShopError';
import { getSecondsUntil } from '../../limits/Limits';
import type { AppContext } from '../../AppContext';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock';
import { toMailbox } from '../auth/normalizeEmail';
import { hmac } from '../auth/secrets';
import { insertMail } from '../mail/mailsRepository';
import { writeContactMail } from './contactMail';
import { insertContactMessage } from './contactRepository';

/** A person does not write more often; a program does. */
const MAX_PER_NETWORK_AND_HOUR = 10;
const MAX_PER_ADDRESS_AND_DAY = 10;
const SAME_MESSAGE_MS = 10 * MINUTE_MS;
/** More addresses than a message to a shop has. */
const MAX_LINKS = 5;

const looksLikeSpam = ({ website, message, subject }: ContactMessage): boolean =>
  Boolean(website) || (`${subject} ${message}`.match(/https?:\/\//gi) ?? []).length > MAX_LINKS;

const requireTurn = async (context: AppContext, key: string, max: number, windowMs: number): Promise<void> => {
  const refusedUntil = await context.limits.consume({ key, max, windowMs });
  if (refusedUntil)
    throw new ShopError('TOO_MANY_MESSAGES', { retryAfterS: getSecondsUntil(context.clock.now(), refusedUntil) });
};

/**
 * Stores a message and queues its mail in one transaction. What looks like spam is stored and answered alike, but never
 * mailed.
 * @throws {ShopError} TOO_MANY_MESSAGES from one network or address.
 */
export const receiveContactMessage = async (
  context: AppContext,
  network: string,
  given: ContactMessage,
): Promise<void> => {
  const message = { ...given, name: given.name.trim(), subject: given.subject.trim(), email: given.email.trim() };
  const secret = (...parts: string[]): string => hmac(context.config.authSecret, 'contact', ...parts);
  await requireTurn(context, `contact:${secret('network', network)}`, MAX_PER_NETWORK_AND_HOUR, HOUR_MS);
  await requireTurn(context, `contact:${secret('email', toMailbox(message.email))}`, MAX_PER_ADDRESS_AND_DAY, DAY_MS);
  const now = context.clock.now();
  const spam = looksLikeSpam(message);
  const fingerprint = secret(message.store, message.name, message.email, message.subject, message.message);
  await context.database.transaction(async (connection) => {
    const isNew = await insertContactMessage(
      connection,
      { ...message, spam, fingerprint },
      now,
      addMs(now, -SAME_MESSAGE_MS),
    );
    if (isNew && !spam) await insertMail(connection, writeContactMail(context.config.supportEmail, message), now);
  });
};
