import { ShopSettings, storefronts, type StorefrontId } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { readKnown } from '../settings/readKnown';
import type { Letter } from './Letter';
import { findMailSettings } from './mailSettingsRepository';
import { insertMail, type NewMail } from './mailsRepository';
import { putWords } from './putWords';
import { writeMail, type MailedShop } from './writeMail';

const readShop = (id: StorefrontId, stored: unknown): MailedShop => {
  const shop = readKnown(ShopSettings, stored);
  const { hours } = storefronts[id].support;
  return shop ? { name: shop.name, support: { hours, ...shop } } : storefronts[id];
};

/** Writes a letter with the name, the address and the words of its storefront, or with a document of other words. */
export const writeLetter = async (
  connection: Queryable,
  { sender, to, content, forgetAt }: Letter,
  document?: unknown,
): Promise<NewMail> => {
  const { shop: stored, words } = await findMailSettings(connection, storefronts[sender.storefront].slug);
  const shop = readShop(sender.storefront, stored);
  const said = 'kind' in content ? putWords(content, document ?? words, shop.name) : content;
  return { ...writeMail({ ...sender, shop }, to, said), ...(forgetAt && { forgetAt }) };
};

/** Queues a letter. What is changed later changes nothing of it. */
export const insertLetter = async (connection: Queryable, letter: Letter, now: Date, dueAt = now): Promise<void> =>
  insertMail(connection, await writeLetter(connection, letter), now, dueAt);
