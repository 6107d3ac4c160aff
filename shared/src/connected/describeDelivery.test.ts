import { describeDelivery } from './describeDelivery';

test.each([
  [0, 'Today, 8 to 10 AM'],
  [1, 'Tomorrow, 8 to 10 AM'],
  [2, 'Fri, Nov 27, 8 to 10 AM'],
  [undefined, 'Fri, Nov 27, 8 to 10 AM'],
])('%s days ahead is "%s"', (daysAhead, text) => {
  const slot = { day: 'Friday, November 27', hours: '8 to 10 AM' };
  expect(describeDelivery(daysAhead === undefined ? slot : { ...slot, days_ahead: daysAhead })).toBe(text);
});
