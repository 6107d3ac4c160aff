import { checkPostalParts, getNextDelivery, holdDeliverySlot, listDeliverySlots } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { addMs, HOUR_MS, MINUTE_MS } from '../../clock';
import { route } from '../../http/route';
import { limitNetworks } from '../../limits/limitNetworks';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { openHolder, readHolder } from './deliveryCookie';
import { findArea, findNextSlot, findSlots, holdSlot, holdsSlot, lockSlot } from './deliveryRepository';
import { describeSlot, describeTime } from './describeSlot';
import { refuseSlot } from './refuseSlot';
import { toPostcode } from './toPostcode';

const HELD_MINUTES = 15;
const HELD_MS = HELD_MINUTES * MINUTE_MS;
/** Holds of one connection: enough for 100 people behind an address, not for all places of a slot. */
const MAX_HOLDS_PER_HOUR = 150;
const MAX_HOLDS_OF_A_SLOT = 5;

export const deliveryRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock, config } = context;

  route(app, listDeliverySlots, {
    summary: 'Lists the delivery slots for a postal code. A place that this browser holds counts as free.',
    auth: 'anyone',
    cache: 'private',
  })(async ({ query }, { request }) => {
    const { country = 'US', postcode } = query;
    // Part of a code would find an area that an order's address then is not in.
    const isWhole = checkPostalParts({ country, state: '', zipCode: postcode }).zipCode === undefined;
    const area = isWhole ? await findArea(database, country, toPostcode(postcode)) : undefined;
    const slots = area ? await findSlots(database, area.id, readHolder(request), clock.now()) : [];
    return {
      status: true,
      message: 'Delivery slots',
      data: {
        area: area ? { name: area.name, minimum: area.minimumCents / 100 } : null,
        slots: slots.map(describeSlot),
      },
    };
  });

  route(app, getNextDelivery, {
    summary: 'Returns the first free delivery slot of any area.',
    auth: 'anyone',
    cache: 'public',
  })(async () => {
    const next = await findNextSlot(database, clock.now());
    return { status: true, message: 'The next delivery', data: next ? describeTime(next) : null };
  });

  route(app, holdDeliverySlot, {
    summary: `Keeps a place of a delivery slot for this browser for ${HELD_MINUTES} minutes, instead of the one it held; 409 if it is full.`,
    auth: 'anyone',
    cache: 'private',
  })(async ({ body: { slot_id: id } }, { request, reply }) => {
    const holder = openHolder(request, reply, config.publicUrl.startsWith('https:'));
    const now = clock.now();
    const limitHolds = (kind: string, max: number, windowMs: number) =>
      limitNetworks(context, request.ip, { kind, max, windowMs });
    await requireWithinLimit(context, [
      ...limitHolds('delivery-holds', MAX_HOLDS_PER_HOUR, HOUR_MS),
      // Who holds it already, such as after a reload, takes no other place.
      ...((await holdsSlot(database, id, holder, now))
        ? []
        : limitHolds(`delivery-holds-of-${id}`, MAX_HOLDS_OF_A_SLOT, HELD_MS)),
    ]);
    await database.transaction(async (connection) => {
      const state = await lockSlot(connection, { id, areaId: null, holder }, now);
      if (state !== 'free') throw refuseSlot(state);
      await holdSlot(connection, id, holder, addMs(now, HELD_MS));
    });
    return { status: true, message: 'Your place is held.', data: { slot_id: id, held_minutes: HELD_MINUTES } };
  });
};
