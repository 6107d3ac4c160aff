import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { CountryCode } from '../countryCode';
import { Closed, defineEndpoint } from '../endpoint';
import { RequiredText, typedCode } from '../fields';

export const MAX_AREA_NAME_LENGTH = 64;
export const MAX_PREFIXES = 500;
export const MAX_RUNS = 20;
export const MAX_SLOT_ORDERS = 9_999;
const MAX_CENTS = 100_000_000;
const MAX_DAYS_BEFORE = 14;

/** A van's run. Hours are those of the area's time zone. */
export const DeliveryRun = Closed({
  /** 1 is Monday, 7 is Sunday. */
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  from: Type.Integer({ minimum: 0, maximum: 23 }),
  to: Type.Integer({ minimum: 1, maximum: 24 }),
  /** Orders that a van takes. */
  capacity: Type.Integer({ minimum: 0, maximum: MAX_SLOT_ORDERS }),
  /** Orders are taken until this hour, so many days before. */
  cutoff: Closed({
    days_before: Type.Integer({ minimum: 0, maximum: MAX_DAYS_BEFORE }),
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
  }),
});
export type DeliveryRun = Static<typeof DeliveryRun>;

const terms = {
  name: RequiredText(MAX_AREA_NAME_LENGTH),
  country: CountryCode,
  /** Beginnings of its postal codes. */
  prefixes: Type.Array(Type.String({ ...typedCode, minLength: 1, maxLength: 16 }), {
    minItems: 1,
    maxItems: MAX_PREFIXES,
  }),
  /** "America/Los_Angeles" */
  time_zone: Type.String({ ...typedCode, minLength: 1, maxLength: 64 }),
  /** What the food of an order costs at least. */
  minimum_cents: Type.Integer({ minimum: 0, maximum: MAX_CENTS }),
  runs: Type.Array(DeliveryRun, { maxItems: MAX_RUNS }),
};
export const AreaTerms = Closed(terms);
export type AreaTerms = Static<typeof AreaTerms>;

export const StaffArea = Type.Object({
  ...terms,
  id: Type.String(),
  /** Counts its changes. */
  version: Type.Integer(),
});
export type StaffArea = Static<typeof StaffArea>;

/** A slot in times of its area: "2026-11-27 08:00". */
export const StaffSlot = Type.Object({
  id: Type.Integer(),
  starts: Type.String(),
  ends: Type.String(),
  order_until: Type.String(),
  /** Orders that it takes, and that have it. */
  capacity: Type.Integer(),
  taken: Type.Integer(),
  /** Places that shoppers at the checkout hold. */
  held: Type.Integer(),
  /** Staff takes no more orders for it. */
  closed: Type.Boolean(),
  /** Too late to order. */
  late: Type.Boolean(),
});
export type StaffSlot = Static<typeof StaffSlot>;

const AreasAnswer = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  /** By name. */
  data: Type.Array(StaffArea),
});
const SlotsAnswer = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  /** Those that are not over, earliest first. */
  data: Type.Array(StaffSlot),
});
const areaParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const listStaffAreas = defineEndpoint({
  method: 'GET',
  path: '/admin/delivery/areas',
  access: { staff: 'delivery.write' },
  response: AreasAnswer,
  failureMessage: 'Failed to fetch the delivery areas',
});

export const createStaffArea = defineEndpoint({
  method: 'POST',
  path: '/admin/delivery/areas',
  access: { staff: 'delivery.write' },
  body: AreaTerms,
  response: AreasAnswer,
  failureMessage: 'The area could not be created.',
});

/**
 * Changes an area and its slots. A slot that orders have keeps its hours, and is closed if no van runs then any more.
 */
export const changeStaffArea = defineEndpoint({
  method: 'PATCH',
  path: '/admin/delivery/areas/:id',
  access: { staff: 'delivery.write' },
  params: areaParams,
  body: Closed({
    /** The version that was seen. */
    version: Type.Integer({ minimum: 0 }),
    terms: Type.Partial(AreaTerms),
  }),
  response: AreasAnswer,
  failureMessage: 'The area could not be saved.',
});

/** Vans no longer go there. Orders that have a slot keep it. */
export const removeStaffArea = defineEndpoint({
  method: 'DELETE',
  path: '/admin/delivery/areas/:id',
  access: { staff: 'delivery.write' },
  params: areaParams,
  response: AreasAnswer,
  failureMessage: 'The area could not be removed.',
});

export const listStaffSlots = defineEndpoint({
  method: 'GET',
  path: '/admin/delivery/areas/:id/slots',
  access: { staff: 'delivery.write' },
  params: areaParams,
  response: SlotsAnswer,
  failureMessage: 'Failed to fetch the delivery slots',
});

/** Closes or opens a slot, or changes how many orders it takes. Orders that have it keep it. */
export const changeStaffSlot = defineEndpoint({
  method: 'PATCH',
  path: '/admin/delivery/slots/:id',
  access: { staff: 'delivery.write' },
  params: Type.Object({ id: Type.String({ maxLength: 9, pattern: /^\d+$/.source }) }),
  body: Closed({
    closed: Type.Optional(Type.Boolean()),
    capacity: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SLOT_ORDERS })),
  }),
  response: SlotsAnswer,
  failureMessage: 'The slot could not be changed.',
});
