import type { Order } from '@shop/contracts';
import type { Queryable } from '../../database/Database';

/** Pieces of one line of an order. */
export interface LineProgress {
  readonly ordered: number;
  readonly sent: number;
  /** Refunded, or about to be. */
  readonly refunded: number;
  readonly toSend: number;
}

interface Pieces {
  readonly position: number;
  readonly quantity: number;
}

/** A refund that failed after its lines were carried out gave no money back, but its pieces stay where they are. */
const COUNTED_SQL = "(r.state IN ('due', 'sent') OR r.applied_at IS NOT NULL)";
const APPLIED_SQL = 'r.applied_at IS NOT NULL';

const sumPieces = (pieces: readonly Pieces[], position: number): number =>
  pieces.reduce((sum, piece) => sum + (piece.position === position ? piece.quantity : 0), 0);

/** Returns what was sent and refunded of each line, by position. `onlyApplied` leaves out refunds that are due. */
export const readProgress = async (
  connection: Queryable,
  { number, status, lines }: Pick<Order, 'number' | 'status' | 'lines'>,
  { onlyApplied = false } = {},
): Promise<LineProgress[]> => {
  const { rows } = await connection.query<{ sent: Pieces[]; refunded: Pieces[] }>(
    `SELECT
       (SELECT coalesce(json_agg(l), '[]') FROM shipments s, jsonb_array_elements(s.lines) l WHERE s.order_number = $1) AS sent,
       (SELECT coalesce(json_agg(l), '[]') FROM refunds r, jsonb_array_elements(r.lines) l
        WHERE r.order_number = $1 AND ${onlyApplied ? APPLIED_SQL : COUNTED_SQL}) AS refunded`,
    [number],
  );
  const { sent, refunded } = rows[0] ?? { sent: [], refunded: [] };
  // Shipped by a release that knew no shipments.
  const isSentWhole = status === 'shipped' && sent.length === 0;
  return lines.map(({ quantity: ordered }, position) => {
    const [sentPieces, refundedPieces] = [
      isSentWhole ? ordered : sumPieces(sent, position),
      sumPieces(refunded, position),
    ];
    return {
      ordered,
      sent: sentPieces,
      refunded: refundedPieces,
      toSend: Math.max(0, ordered - sentPieces - refundedPieces),
    };
  });
};
