import type { PlaceOrderBody } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { formatDollars } from '../../formatDollars';
import { ShopError } from '../../http/ShopError';
import { sumCents, type SoldLine } from '../cart/priceItems';
import { findArea, takeSlot, type TakenSlot } from './deliveryRepository';
import { findOfferedSlots, type SlotSeeker } from './findOfferedSlots';
import { listFood } from './listFood';
import { lockFreeSlot } from './lockFreeSlot';
import { refuseSlot } from './refuseSlot';
import { toPostcode } from './toPostcode';

type DeliveryParts = Pick<PlaceOrderBody, 'billing' | 'shipping_address' | 'delivery_slot_id'>;

/**
 * Takes a place in the van for an order's food, in its transaction. Without a chosen slot, it is the one that the
 * browser holds, or the first free one. Returns the slot; undefined without food.
 * @throws {ShopError} INVALID_ORDER, MINIMUM_ORDER, SLOT_REFUSED.
 */
export const takeDelivery = async (
  connection: Queryable,
  lines: readonly SoldLine[],
  { billing, shipping_address: shipping, delivery_slot_id: chosenId }: DeliveryParts,
  seeker: SlotSeeker,
  now: Date,
): Promise<TakenSlot | undefined> => {
  const food = listFood(lines);
  if (food.length === 0) return undefined;
  const { country, zipCode } = shipping ?? billing;
  const area = await findArea(connection, country, toPostcode(zipCode));
  if (!area)
    throw new ShopError('INVALID_ORDER', {
      fields: {
        [`${shipping ? 'shipping_address' : 'billing'}.zipCode`]:
          'Our vans do not bring food there yet. Remove it from your cart, or choose another address.',
      },
    });
  const cents = sumCents(food);
  if (cents < area.minimumCents)
    throw new ShopError('MINIMUM_ORDER', {
      reason: `Food for ${area.name} starts at ${formatDollars(area.minimumCents / 100)}: add ${formatDollars((area.minimumCents - cents) / 100)} more.`,
    });
  const isChosen = chosenId !== undefined && chosenId !== null;
  const candidates = isChosen
    ? [chosenId]
    : (await findOfferedSlots(connection, area.id, seeker, now))
        .filter(({ free }) => free)
        .sort((a, b) => Number(b.held) - Number(a.held))
        .map(({ id }) => id);
  for (const id of candidates) {
    const refusal = await lockFreeSlot(connection, { id, areaId: area.id }, seeker, now);
    if (!refusal) return takeSlot(connection, id, seeker.holder);
    if (isChosen) throw refusal;
  }
  throw refuseSlot('none');
};
