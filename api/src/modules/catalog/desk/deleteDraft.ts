import { insertAudit } from '../../../audit/auditRepository';
import type { Queryable } from '../../../database/Database';
import { ShopError } from '../../../http/ShopError';
import { findStoredProducts } from '../productsImportRepository';
import { deleteProduct, isOrdered } from './productPageRepository';
import type { ByActor } from './saveProduct';

/** Deletes a draft that no order has. @throws {ShopError} PRODUCT_NOT_FOUND, PRODUCT_REFUSED. */
export const deleteDraft = async (connection: Queryable, id: string, { actor, now }: ByActor): Promise<void> => {
  const [product] = await findStoredProducts(connection, [id], true);
  if (!product) throw new ShopError('PRODUCT_NOT_FOUND');
  const { status, name, sku } = product.row;
  if (status !== 'draft')
    throw new ShopError('PRODUCT_REFUSED', { reason: 'Only a draft can be deleted: archive it.' });
  if (await isOrdered(connection, id))
    throw new ShopError('PRODUCT_REFUSED', { reason: 'Orders have this product: archive it.' });
  await deleteProduct(connection, id);
  await insertAudit(connection, { actor, action: 'products.deleted', subject: id, before: { name, sku } }, now);
};
