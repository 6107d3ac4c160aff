import type { changeProductStock as changeProductStockEndpoint, RequestOf } from '@shop/contracts';
import { insertAudit } from '../../../audit/auditRepository';
import type { Queryable } from '../../../database/Database';
import { refuseField } from '../../../http/readChoice';
import { ShopError } from '../../../http/ShopError';
import { findStoredProducts, type StoredProduct } from '../productsImportRepository';
import { findSavedChange, recordStock, type SavedChange } from '../stockChangesRepository';
import type { ByActor } from './saveProduct';
import { findPieces, updateStock, type Pieces } from './productPageRepository';

type StockChange = RequestOf<typeof changeProductStockEndpoint>['body'];

/** As many as a file may say. */
const MAX_STOCK = 10_000_000;

/** @throws {ShopError} INVALID_REQUEST with the field. */
const computeStock = ({ change, count }: StockChange, { stock, held }: Pieces): number => {
  if ((change === undefined) === (count === undefined))
    return refuseField('change', 'Say one: more or fewer, or how many.');
  if (count !== undefined)
    return count < held
      ? refuseField('count', `Unpaid orders hold ${held}: count them, too, or cancel those orders first.`)
      : count - held;
  const next = stock + (change ?? 0);
  if (next < 0) return refuseField('change', `Only ${stock} can be taken away.`);
  return next > MAX_STOCK ? refuseField('change', `At most ${MAX_STOCK} are kept.`) : next;
};

/** @throws {ShopError} INVALID_REQUEST if the request that was saved was another one. */
const requireSame = (saved: SavedChange, id: string, { change, count }: StockChange, pieces: Pieces): void => {
  const isSame =
    saved.product_id === id &&
    saved.variant_id === pieces.variant_id &&
    (count === undefined ? saved.change === change : saved.left === count - pieces.held);
  if (!isSame)
    refuseField(
      count === undefined ? 'change' : 'count',
      `Saved already: ${saved.change > 0 ? '+' : ''}${saved.change}. Reload the page.`,
    );
};

/**
 * Changes the stock of a product, or of one of its variants. What unpaid orders hold stays theirs. A change that
 * changes nothing leaves no trace, and a repeated request changes nothing.
 * @throws {ShopError} PRODUCT_NOT_FOUND, INVALID_REQUEST with the field.
 */
export const changeProductStock = async (
  connection: Queryable,
  id: string,
  asked: StockChange,
  { actor, now }: ByActor,
): Promise<void> => {
  const { variant_id: variantId, reason, note, key } = asked;
  const [before] = await findStoredProducts(connection, [id], true);
  if (!before) throw new ShopError('PRODUCT_NOT_FOUND');
  const pieces = (await findPieces(connection, id)).find((each) => each.variant_id === variantId);
  if (!pieces) return refuseField('variant_id', 'There is no such variant any more.');
  const saved = key === undefined ? undefined : await findSavedChange(connection, key);
  if (saved) return requireSame(saved, id, asked, pieces);
  const stock = computeStock(asked, pieces);
  if (stock === pieces.stock) return;
  await updateStock(connection, id, variantId, stock, now);
  const after: StoredProduct =
    variantId === null
      ? { ...before, row: { ...before.row, stock } }
      : { ...before, variants: before.variants.map((each) => (each.id === variantId ? { ...each, stock } : each)) };
  await recordStock(connection, [{ before, after }], {
    reason,
    note: note.trim(),
    actor,
    now,
    ...(key !== undefined && { key }),
  });
  const variant = variantId === null ? {} : { variant: variantId };
  await insertAudit(
    connection,
    {
      actor,
      action: 'products.stock-changed',
      subject: id,
      before: { stock: pieces.stock },
      after: { stock, ...variant, reason, ...(note.trim() !== '' && { note: note.trim() }) },
    },
    now,
  );
};
