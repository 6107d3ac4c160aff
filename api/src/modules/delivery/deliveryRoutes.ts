import { checkPostalParts, getNextDelivery, holdDeliverySlot, listDeliverySlots } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { addMs, HOUR_MS, MINUTE_MS } from '../../clock';
import { route } from '../../http/route';
import { limitNetworks } from '../../limits/limitNetworks';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { openHolder, readHolder } from './deliveryCookie';
import { findArea, findNextSlot, findSlots, holdSlot, lockSlot } from './deliveryRepository';
import { describeSlot, describeTime } from './describeSlot';
import { refuseSlot } from './refuseSlot';
import { toPostcode } from './toPostcode';

const HELD_MINUTES = 15;
/** Places that one connection can hold in an hour: enough for a family or an office that tries several slots. */
const MAX_HOLDS_PER_HOUR = 30;

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
    await requireWithinLimit(
      context,
      limitNetworks(context, request.ip, { kind: 'delivery-holds', max: MAX_HOLDS_PER_HOUR, windowMs: HOUR_MS }),
    );
    const holder = openHolder(request, reply, config.publicUrl.startsWith('https:'));
    const now = clock.now();
    await database.transaction(async (connection) => {
      const state = await lockSlot(connection, { id, areaId: null, holder }, now);
      if (state !== 'free') throw refuseSlot(state);
      await holdSlot(connection, id, holder, addMs(now, HELD_MINUTES * MINUTE_MS));
    });
    return { status: true, message: 'Your place is held.', data: { slot_id: id, held_minutes: HELD_MINUTES } };
  });
};
