import type { ContactMessage } from '@shop/shared/contracts';
import { ShopError } from '../../http/ShopError';
import { secondsUntil } from '../../limits/Limits';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, type AuthWorld } from '../auth/AuthWorld';
import { mailboxOf } from '../auth/normalizeEmail';
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

const requireTurn = async (world: AuthWorld, key: string, most: number, windowMs: number): Promise<void> => {
  const refusedUntil = await world.limits.take({ key, most, windowMs });
  if (refusedUntil)
    throw new ShopError('TOO_MANY_MESSAGES', { retryAfterS: secondsUntil(world.clock.now(), refusedUntil) });
};

/**
 * Stores a message and queues its mail in one transaction. What looks like spam is stored and answered alike, but never
 * mailed.
 * @throws {ShopError} TOO_MANY_MESSAGES from one network or address.
 */
export const receiveContactMessage = async (
  world: AuthWorld,
  network: string,
  given: ContactMessage,
): Promise<void> => {
  const message = { ...given, name: given.name.trim(), subject: given.subject.trim(), email: given.email.trim() };
  const secret = (...parts: string[]): string => hmac(world.config.authSecret, 'contact', ...parts);
  await requireTurn(world, `contact:${secret('network', network)}`, MAX_PER_NETWORK_AND_HOUR, HOUR_MS);
  await requireTurn(world, `contact:${secret('email', mailboxOf(message.email))}`, MAX_PER_ADDRESS_AND_DAY, DAY_MS);
  const now = world.clock.now();
  const spam = looksLikeSpam(message);
  const fingerprint = secret(message.store, message.name, message.email, message.subject, message.message);
  await world.database.transaction(async (connection) => {
    const isNew = await insertContactMessage(
      connection,
      { ...message, spam, fingerprint },
      now,
      later(now, -SAME_MESSAGE_MS),
    );
    if (isNew && !spam) await insertMail(connection, writeContactMail(world.config.supportEmail, message), now);
  });
};
