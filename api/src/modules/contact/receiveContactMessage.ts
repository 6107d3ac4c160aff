import type { ContactMessage } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import { limitNetworks } from '../../limits/limitNetworks';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock';
import { toMailbox } from '../auth/normalizeEmail';
import { hmac } from '../../secrets';
import { insertMail } from '../mail/mailsRepository';
import { writeContactMail } from './contactMail';
import { insertContactMessage } from './contactRepository';

/** Enough for people, but not for scripts. */
const MAX_PER_NETWORK_AND_HOUR = 10;
const MAX_PER_ADDRESS_AND_DAY = 10;
const DUPLICATE_WINDOW_MS = 10 * MINUTE_MS;
/** Messages with more links are considered spam. */
const MAX_LINKS = 5;

const isSuspectedSpam = ({ website, message, subject }: ContactMessage): boolean =>
  Boolean(website) || (`${subject} ${message}`.match(/https?:\/\//gi) ?? []).length > MAX_LINKS;

/**
 * Stores a message and queues its mail in one transaction. Suspected spam gets the same response, but is not mailed.
 * @throws {ShopError} TOO_MANY_MESSAGES per network or email address.
 */
export const receiveContactMessage = async (context: AppContext, ip: string, given: ContactMessage): Promise<void> => {
  const message = { ...given, name: given.name.trim(), subject: given.subject.trim(), email: given.email.trim() };
  const computeHmac = (...parts: string[]): string => hmac(context.config.authSecret, 'contact', ...parts);
  await requireWithinLimit(
    context,
    limitNetworks(context, ip, { kind: 'contact', max: MAX_PER_NETWORK_AND_HOUR, windowMs: HOUR_MS }),
    'TOO_MANY_MESSAGES',
  );
  await requireWithinLimit(
    context,
    {
      key: `contact:${computeHmac('email', toMailbox(message.email))}`,
      max: MAX_PER_ADDRESS_AND_DAY,
      windowMs: DAY_MS,
    },
    'TOO_MANY_MESSAGES',
  );
  const now = context.clock.now();
  const spam = isSuspectedSpam(message);
  const fingerprint = computeHmac(message.store, message.name, message.email, message.subject, message.message);
  await context.database.transaction(async (connection) => {
    const isNew = await insertContactMessage(
      connection,
      { ...message, spam, fingerprint },
      now,
      addMs(now, -DUPLICATE_WINDOW_MS),
    );
    if (isNew && !spam) await insertMail(connection, writeContactMail(context.config.supportEmail, message), now);
  });
};
