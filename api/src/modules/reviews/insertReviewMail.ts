import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { findStorefrontOfProduct } from '../catalog/findStorefrontOfProduct';
import { insertLetter } from '../mail/insertLetter';
import { buildContent, type Letter } from '../mail/Letter';
import type { MailSender } from '../mail/writeMail';
import { findReviewAuthor } from './reviewsRepository';

/** Tells the author of a review that it is published. */
export const writeReviewMail = (
  sender: MailSender,
  { email, name, productId, productName }: NonNullable<Awaited<ReturnType<typeof findReviewAuthor>>>,
): Letter => ({
  sender,
  to: email,
  content: buildContent(
    'review-published',
    { product: productName },
    {
      greeting: `Hello ${name},`,
      button: {
        label: 'View the product',
        url: new URL(`/products/${encodeURIComponent(productId)}`, sender.publicUrl).href,
      },
    },
  ),
});

/** Tells the author that a review which waited is published. Reviews without an account have nobody to tell. */
export const insertReviewMail = async (
  { config }: { readonly config: Pick<AppContext['config'], 'publicUrl'> },
  connection: Queryable,
  id: number,
  now: Date,
): Promise<void> => {
  const author = await findReviewAuthor(connection, id);
  if (!author) return;
  const sender = {
    storefront: await findStorefrontOfProduct(connection, author.productId),
    publicUrl: config.publicUrl,
  };
  await insertLetter(connection, writeReviewMail(sender, author), now);
};
