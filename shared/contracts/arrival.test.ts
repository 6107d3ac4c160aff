import { describeArrival } from './arrival';

test.each([
  ['in the morning of a working day', '2026-12-01T18:00:00Z', 'Wed, Dec 2 to Fri, Dec 4'],
  ['after 2 PM', '2026-12-01T22:00:00Z', 'Thu, Dec 3 to Mon, Dec 7'],
  ['on a Saturday', '2026-11-28T18:00:00Z', 'Tue, Dec 1 to Thu, Dec 3'],
  ['on a Saturday in the evening', '2026-11-29T04:00:00Z', 'Tue, Dec 1 to Thu, Dec 3'],
  ['at night, when it is the next day in Europe', '2026-12-02T07:00:00Z', 'Thu, Dec 3 to Mon, Dec 7'],
  ['on the day before Thanksgiving', '2026-11-25T18:00:00Z', 'Fri, Nov 27 to Tue, Dec 1'],
  ['on Thanksgiving', '2026-11-26T18:00:00Z', 'Mon, Nov 30 to Wed, Dec 2'],
  ['before Christmas', '2026-12-24T18:00:00Z', 'Mon, Dec 28 to Wed, Dec 30'],
  ['before Memorial Day', '2026-05-22T18:00:00Z', 'Tue, May 26 to Thu, May 28'],
  ['before Labor Day', '2026-09-04T18:00:00Z', 'Tue, Sep 8 to Thu, Sep 10'],
])('a parcel that is ordered %s arrives within three working days of a carrier (product 5.21)', (_, since, days) => {
  expect(describeArrival(new Date(since), { isEngraved: false })).toBe(days);
});

test('an engraved piece arrives two working days later (product 5.21)', () => {
  expect(describeArrival(new Date('2026-12-01T18:00:00Z'), { isEngraved: true })).toBe('Fri, Dec 4 to Tue, Dec 8');
});
