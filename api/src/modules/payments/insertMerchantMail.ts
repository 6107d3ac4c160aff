import type { Order } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { findStorefrontOfProduct } from '../catalog/findStorefrontOfProduct';
import { insertLetter } from '../mail/insertLetter';

export interface MerchantMailContext {
  readonly config: Pick<AppContext['config'], 'publicUrl' | 'adminUrl' | 'merchantEmail'>;
}

/** Queues a mail to whoever runs the shop, with a link to the order's page in the back office if it is open. */
export const insertMerchantMail = async (
  { config: { publicUrl, adminUrl, merchantEmail } }: MerchantMailContext,
  connection: Queryable,
  { number, lines }: Pick<Order, 'number' | 'lines'>,
  {
    subject,
    paragraphs,
    now,
  }: { readonly subject: string; readonly paragraphs: readonly string[]; readonly now: Date },
): Promise<void> => {
  const storefront = await findStorefrontOfProduct(connection, lines[0]?.product_id);
  const button =
    adminUrl === undefined
      ? {}
      : { button: { label: 'Open the order', url: new URL(`/admin/orders/${number}`, adminUrl).href } };
  const content = { subject, heading: subject, paragraphs, ...button };
  await insertLetter(connection, { sender: { storefront, publicUrl }, to: merchantEmail, content }, now);
};
