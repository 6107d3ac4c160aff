import {
  checkPostalParts,
  getNextDelivery,
  holdDeliverySlot,
  listDeliverySlots,
  type CountryCode,
  type DeliveryArea,
} from '@shop/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import { addMs, HOUR_MS, MINUTE_MS } from '../../clock';
import { route } from '../../http/route';
import { limitNetworks } from '../../limits/limitNetworks';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { readSession } from '../auth/sessions';
import { hasPaidOrder } from '../orders/ordersRepository';
import { openHolder, readHolder } from './deliveryCookie';
import { findArea, findNextSlot, holdSlot, listAreas, type PlaceLimit, type StoredArea } from './deliveryRepository';
import { describeSlot, describeTime } from './describeSlot';
import { findOfferedSlots } from './findOfferedSlots';
import { listPlaceLimits } from './listPlaceLimits';
import { lockFreeSlot } from './lockFreeSlot';
import { toPostcode } from './toPostcode';

const HELD_MINUTES = 15;
const HELD_MS = HELD_MINUTES * MINUTE_MS;
/** Enough for 100 people behind an address. */
const MAX_HOLDS_PER_HOUR = 150;

const describeArea = ({ name, minimumCents }: StoredArea): DeliveryArea => ({ name, minimum: minimumCents / 100 });

const readPlaceLimits = async (context: AppContext, request: FastifyRequest): Promise<PlaceLimit[]> => {
  const accountId = (await readSession(context, request))?.accountId ?? null;
  const hasPaid = accountId !== null && (await hasPaidOrder(context.database, accountId));
  return listPlaceLimits(context, { accountId, hasPaid, email: null, ip: request.ip });
};

export const deliveryRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock, config } = context;

  /** Part of a code would find an area that an order's address then is not in. */
  const findWholeArea = (country: CountryCode, postcode: string) =>
    checkPostalParts({ country, zipCode: postcode }).zipCode === undefined
      ? findArea(database, country, toPostcode(postcode))
      : undefined;

  route(app, listDeliverySlots, {
    summary: 'Lists the delivery slots for a postal code. A place that this browser holds counts as free.',
    cache: 'private',
  })(async ({ query }, { request }) => {
    const { country = 'US', postcode } = query;
    const area = await findWholeArea(country, postcode);
    const seeker = { holder: readHolder(request), limits: await readPlaceLimits(context, request) };
    const slots = area ? await findOfferedSlots(database, area.id, seeker, clock.now()) : [];
    return {
      status: true,
      message: 'Delivery slots',
      data: {
        area: area ? describeArea(area) : null,
        slots: slots.map(describeSlot),
      },
    };
  });

  route(app, getNextDelivery, {
    summary: 'Returns the first free delivery slot of a postal code (in the US), or that of any area, and all areas.',
    cache: 'public',
  })(async ({ query: { postcode } }) => {
    const area = postcode === undefined ? undefined : await findWholeArea('US', postcode);
    const isNowhere = postcode !== undefined && !area;
    const next = isNowhere ? undefined : await findNextSlot(database, area?.id ?? null, clock.now());
    return {
      status: true,
      message: 'The next delivery',
      data: next ? { ...describeTime(next), days_ahead: next.daysAhead } : null,
      ...(postcode === undefined
        ? { areas: (await listAreas(database)).map(describeArea) }
        : { area: area ? describeArea(area) : null }),
    };
  });

  route(app, holdDeliverySlot, {
    summary: `Keeps a place of a delivery slot for this browser for ${HELD_MINUTES} minutes, instead of the one it held; 409 if it is full, or if the connection or account has its share of it.`,
    cache: 'private',
  })(async ({ body: { slot_id: id } }, { request, reply }) => {
    const holder = openHolder(request, reply, config.publicUrl.startsWith('https:'));
    const now = clock.now();
    await requireWithinLimit(
      context,
      limitNetworks(context, request.ip, { kind: 'delivery-holds', max: MAX_HOLDS_PER_HOUR, windowMs: HOUR_MS }),
    );
    const limits = await readPlaceLimits(context, request);
    await database.transaction(async (connection) => {
      const refusal = await lockFreeSlot(connection, { id, areaId: null }, { holder, limits }, now);
      if (refusal) throw refusal;
      const holders = limits.flatMap((limit) => limit.holders);
      await holdSlot(connection, holder, { slotId: id, heldUntil: addMs(now, HELD_MS), holders });
    });
    return { status: true, message: 'Your place is held.', data: { slot_id: id, held_minutes: HELD_MINUTES } };
  });
};
