import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineEndpoint } from '../endpoint';

/** How many days figures are about: so many that end today, beside as many before them. */
export const FIGURES_PERIODS = ['7', '30', '90', '365'] as const;
export const DEFAULT_FIGURES_PERIOD: (typeof FIGURES_PERIODS)[number] = '30';
/** For how many days searches without a result are kept. */
export const EMPTY_SEARCH_DAYS = 90;

const Sums = Type.Object({
  orders: Type.Integer(),
  /** Dollars. */
  revenue: Type.Number(),
  /** Dollars; 0 without orders. */
  average: Type.Number(),
});
export type FigureSums = Static<typeof Sums>;

export const FigureDay = Type.Object({
  /** "2026-11-28", of the shop's time zone. */
  day: Type.String(),
  orders: Type.Integer(),
  /** Dollars. */
  revenue: Type.Number(),
  /** As many days before as the period has. */
  before_day: Type.String(),
  before_orders: Type.Integer(),
  before_revenue: Type.Number(),
});
export type FigureDay = Static<typeof FigureDay>;

export const Figures = Type.Object({
  /** Whether the shop has had an order, on whatever day. */
  has_orders: Type.Boolean(),
  /** From the first day to today. */
  days: Type.Array(FigureDay),
  sums: Sums,
  before: Sums,
  /** At most ten, by revenue. */
  products: Type.Array(
    Type.Object({
      product_id: Type.String(),
      name: Type.String(),
      image: Type.String(),
      pieces: Type.Integer(),
      /** Dollars. */
      revenue: Type.Number(),
    }),
  ),
  /** At most ten, the most frequent first. */
  searches: Type.Array(Type.Object({ store: Type.String(), term: Type.String(), times: Type.Integer() })),
});
export type Figures = Static<typeof Figures>;

const Filter = Type.Optional(Type.String({ maxLength: 128 }));
const query = Type.Object({
  /** One of FIGURES_PERIODS; DEFAULT_FIGURES_PERIOD if unset. */
  days: Filter,
  /** Slug of a storefront; all if unset. */
  store: Filter,
});

/** Orders, revenue, best sellers and searches without a result. */
export const getFigures = defineEndpoint({
  method: 'GET',
  path: '/admin/figures',
  access: { staff: 'reports.read' },
  query,
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: Figures }),
  failureMessage: 'Failed to fetch the figures',
});

/** The days as CSV. */
export const exportFigures = defineEndpoint({
  method: 'GET',
  path: '/admin/figures/export',
  access: { staff: 'reports.read' },
  query,
  response: Type.String(),
  failureMessage: 'The figures could not be exported.',
});
