import type { StaffOrderRow } from '@shop/contracts';
import { Chip } from '../../parts/Chip';
import { describeFulfillment, describePayment } from './describeOrder';

interface StateChipProps {
  readonly row: StaffOrderRow;
  readonly of: 'payment' | 'fulfillment';
}

/** Where an order stands, with its money or its parcels. */
export function StateChip({ row, of }: StateChipProps) {
  const { word, ...chip } = of === 'payment' ? describePayment(row) : describeFulfillment(row);
  return <Chip {...chip}>{word}</Chip>;
}
