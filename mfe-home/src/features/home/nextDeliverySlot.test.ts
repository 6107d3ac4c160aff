import { nextDeliverySlot } from './nextDeliverySlot';

// Portland in November is eight hours behind UTC.
test.each([
  ['2026-11-21T08:00:00Z', 'Today, 8 to 10 AM'], // midnight
  ['2026-11-21T11:59:00Z', 'Today, 8 to 10 AM'], // 3:59 AM
  ['2026-11-21T12:00:00Z', 'Today, 12 to 2 PM'], // 4 AM: too late to pack for 8
  ['2026-11-21T16:00:00Z', 'Today, 6 to 8 PM'],
  ['2026-11-21T22:00:00Z', 'Tomorrow, 8 to 10 AM'], // 2 PM: too late to pack for 6
  ['2026-11-22T07:59:00Z', 'Tomorrow, 8 to 10 AM'], // one minute to midnight
])('at %s the next delivery is %s', (now, expected) => {
  const { day, label } = nextDeliverySlot(new Date(now));
  expect(`${day}, ${label}`).toBe(expected);
});
