import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { findStorefrontOfProduct } from '../catalog/findStorefrontOfProduct';
import { insertMail } from '../mail/mailsRepository';
import { writeMail } from '../mail/writeMail';
import { findReviewAuthor } from './reviewsRepository';

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
  const mail = writeMail(sender, author.email, {
    subject: 'Your review is published',
    heading: 'Your review is published',
    greeting: `Hello ${author.name},`,
    paragraphs: [
      `Thank you for your review of ${author.productName}. We have checked it, and everybody can read it now.`,
    ],
    button: {
      label: 'View the product',
      url: new URL(`/products/${encodeURIComponent(author.productId)}`, config.publicUrl).href,
    },
  });
  await insertMail(connection, mail, now);
};
