import type { AppContext } from '../../AppContext';
import { insertAudit } from '../../audit/auditRepository';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { lockAlt, setAlt } from './picturesRepository';

/** Changes an alternative text. @throws {ShopError} PICTURE_NOT_FOUND, or CHANGED_MEANWHILE with the other text. */
export const describePicture = (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  id: number,
  { alt, seen }: { readonly alt: string; readonly seen: string },
  { actor }: StaffSession,
): Promise<void> =>
  database.transaction(async (connection) => {
    const before = await lockAlt(connection, id);
    if (before === undefined) throw new ShopError('PICTURE_NOT_FOUND');
    if (before === alt) return;
    if (before !== seen) throw new ShopError('CHANGED_MEANWHILE', { fields: { alt: before } });
    await setAlt(connection, id, alt);
    const change = { before: { alt: before }, after: { alt } };
    await insertAudit(connection, { actor, action: 'picture.described', subject: String(id), ...change }, clock.now());
  });
