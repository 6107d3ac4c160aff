import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { CountryCode } from './countryCode';
import { Closed, defineEndpoint, Nullable } from './endpoint';
import { typedCode } from './fields';

/** When a van brings an order's food, in words of the area's time zone. */
export const DeliveryTime = Type.Object({
  /** `Friday, November 27`. */
  day: Type.String(),
  /** `8 to 10 AM`. */
  hours: Type.String(),
});
export type DeliveryTime = Static<typeof DeliveryTime>;

export const DeliverySlot = Type.Object({
  ...DeliveryTime.properties,
  id: Type.Integer(),
  /** False if it is full. */
  free: Type.Boolean(),
  /** Whether this browser holds a place of it. */
  held: Type.Boolean(),
  /** Until when it can be chosen: `Thursday, 8 PM`. */
  order_by: Type.String(),
});
export type DeliverySlot = Static<typeof DeliverySlot>;

/** The first free slot. */
export const NextDelivery = Type.Object({
  ...DeliveryTime.properties,
  /** 0 is today in the area's time zone. */
  days_ahead: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type NextDelivery = Static<typeof NextDelivery>;

/** Where vans go. */
export const DeliveryArea = Type.Object({
  name: Type.String(),
  /** The food of an order costs at least this, in dollars. */
  minimum: Type.Number(),
});
export type DeliveryArea = Static<typeof DeliveryArea>;

export const DeliveryOffer = Type.Object({
  /** Null if no van goes there. */
  area: Nullable(DeliveryArea),
  /** Slots that can still be ordered, earliest first. */
  slots: Type.Array(DeliverySlot),
});
export type DeliveryOffer = Static<typeof DeliveryOffer>;

const Postcode = Type.String({ ...typedCode, maxLength: 16, pattern: /^[A-Za-z\d][A-Za-z\d -]*$/.source });

export const listDeliverySlots = defineEndpoint({
  method: 'GET',
  path: '/delivery/slots',
  access: 'anyone',
  query: Type.Object({ country: Type.Optional(CountryCode), postcode: Postcode }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: DeliveryOffer }),
  failureMessage: 'Failed to fetch delivery slots',
});

export const getNextDelivery = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/delivery/next',
  access: 'anyone',
  /** Of any area without a postal code. */
  query: Type.Object({ postcode: Type.Optional(Postcode) }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    /** Null if no slot is free, or no van goes there. */
    data: Nullable(NextDelivery),
    /** That of the postal code; null if no van goes there, absent without one. */
    area: Type.Optional(Nullable(DeliveryArea)),
    /** All areas, without a postal code. */
    areas: Type.Optional(Type.Array(DeliveryArea)),
  }),
  failureMessage: 'Failed to fetch the next delivery',
});

export const holdDeliverySlot = defineEndpoint({
  method: 'POST',
  path: '/delivery/hold',
  access: 'anyone',
  body: Closed({ slot_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    /** `held_minutes` from now, the place is kept for this browser. */
    data: Type.Object({ slot_id: Type.Integer(), held_minutes: Type.Integer() }),
  }),
  failureMessage: 'Failed to hold the delivery slot',
});
