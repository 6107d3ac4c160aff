import type { NextDelivery } from '@shop/contracts/delivery';

const DAYS: readonly string[] = ['Today', 'Tomorrow'];

/** "Tomorrow, 8 to 10 AM", "Fri, Nov 27, 8 to 10 AM". */
export const describeDelivery = ({ day, hours, days_ahead: daysAhead }: NextDelivery): string =>
  `${DAYS[daysAhead ?? -1] ?? day.replaceAll(/([A-Z][a-z]{2})[a-z]*/g, '$1')}, ${hours}`;
