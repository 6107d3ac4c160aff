import {
  getNextDelivery,
  listDeliverySlots,
  type DeliveryOffer,
  type DeliverySlot,
  type RequestOf,
} from '@shop/contracts';
import { createFakeServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

const aSlot = (id: number, overrides: Partial<DeliverySlot> = {}): DeliverySlot => ({
  id,
  day: 'Tuesday, November 24',
  hours: '6 to 8 PM',
  order_by: 'Tuesday, 1 PM',
  free: true,
  held: false,
  ...overrides,
});

type Asked = RequestOf<typeof listDeliverySlots>['query'];
const nowhere: DeliveryOffer = { area: null, slots: [] };

const renderPage = (answer: (asked: Asked) => DeliveryOffer | Promise<DeliveryOffer>, at = '/delivery') => {
  const services = createFakeServices([
    respondTo(getNextDelivery, ({ query: { postcode } }) =>
      postcode === undefined
        ? { data: null, areas: ['Portland', 'Seattle'].map((name) => ({ name, minimum: 10 })) }
        : { data: null, area: null },
    ),
    respondTo(listDeliverySlots, async ({ query }) => ({ data: await answer(query) })),
  ]);
  const listAsked = (): Asked[] => services.listCalls(listDeliverySlots).map(({ query }) => query);
  return { listAsked, ...renderRemote(remote, { at, services }) };
};
const ask = async ({ user }: ReturnType<typeof renderPage>, postcode: string): Promise<void> => {
  await user.type(await screen.findByLabelText(/^ZIP Code/), postcode);
  await user.click(screen.getByRole('button', { name: 'Show times' }));
};

test('says when vans come to a postal code, before a cart is filled (product 3.13)', async () => {
  const slots = [aSlot(1, { hours: '8 to 10 AM', free: false }), aSlot(2), aSlot(3, { day: 'Wednesday, November 25' })];
  const page = renderPage(() => ({ area: { name: 'Portland', minimum: 10 }, slots }));
  await ask(page, ' 97205 ');
  expect(await screen.findByText('We come to 97205 (Portland). Food orders start at $10.00.')).toBeVisible();
  expect(page.listAsked()).toEqual([{ postcode: '97205' }]);
  // Rendered after the navigation.
  await waitFor(() => expect(page.location()).toBe('/delivery?postcode=97205'));
  const tuesday = screen.getByRole('heading', { name: 'Tuesday, November 24' }).closest('li');
  if (!tuesday) throw new Error('The day is no list item');
  expect(
    within(tuesday)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['8 to 10 AMfull', '6 to 8 PMorder by Tuesday, 1 PM']);
});

test('names the cities where vans go (product 3.13)', async () => {
  renderPage(() => nowhere);
  expect(await screen.findByText(/^Our own vans bring it to Portland and Seattle\./)).toBeVisible();
});

test('says that no van comes, and what can be sent anyway (product 3.13)', async () => {
  const page = renderPage(() => nowhere);
  await ask(page, '10001');
  expect(await screen.findByRole('status')).toHaveTextContent(
    'We don’t deliver food to 10001 yet. Oriel jewelry ships everywhere in the US.',
  );
});

test('an answer that comes late is not shown for another postal code, and Back shows what it asked', async () => {
  const portland = { area: { name: 'Portland', minimum: 10 }, slots: [] };
  let answerFirst = (): void => undefined;
  const page = renderPage(({ postcode }) =>
    postcode === '97205'
      ? new Promise((resolve) => {
          answerFirst = () => resolve(portland);
        })
      : nowhere,
  );
  await ask(page, '97205');
  await page.user.clear(screen.getByLabelText(/^ZIP Code/));
  await ask(page, '10001');
  expect(await screen.findByText(/deliver food to 10001/)).toBeVisible();
  await act(async () => answerFirst());
  expect(screen.queryByText(/^We come to/)).toBeNull();
  await page.goTo('/delivery?postcode=97206');
  expect(await screen.findByDisplayValue('97206')).toBeVisible();
});

test('a failure is shown, and the next question answered', async () => {
  let fails = true;
  const page = renderPage(() => (fails ? refuse('The shop is resting.') : nowhere), '/delivery?postcode=97205');
  expect(await screen.findByText('The shop is resting.')).toBeVisible();
  fails = false;
  await page.user.clear(screen.getByLabelText(/^ZIP Code/));
  await ask(page, '10001');
  expect(await screen.findByText(/deliver food to 10001/)).toBeVisible();
});

test.each(['%25', '97.205', '9720', '972055', 'SW1A 1AA', 'x'.repeat(17)])(
  'a postal code like %s is refused by its form',
  async (postcode) => {
    const page = renderPage(() => refuse('Not asked'), `/delivery?postcode=${postcode}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter a ZIP Code, such as 97205.');
    expect(page.listAsked()).toEqual([]);
  },
);
