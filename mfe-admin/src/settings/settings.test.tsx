import {
  changeOpeningSettings,
  changePaymentSettings,
  changeSearchSettings,
  changeShopSettings,
  getStaffSettings,
} from '@shop/contracts';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';
import { aSettingsGroup as group, aShop, SETTINGS } from '../testing/settings';

type Answers = Parameters<typeof createContractServices>[0];
const open = async (search: string, answers: Answers = []) => {
  const services = createContractServices([
    ...answers,
    respondTo(getStaffSettings, () => ({ data: SETTINGS })),
    respondTo(changeShopSettings, () => ({ data: SETTINGS })),
    respondTo(changeOpeningSettings, () => ({ data: SETTINGS })),
    respondTo(changePaymentSettings, () => ({ data: SETTINGS })),
  ]);
  const rendered = renderRemote(remote, { at: `/admin/settings${search}`, services });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return { ...rendered, services };
};
const save = { name: /^Save/ };
beforeEach(() => sessionStorage.clear());

test("saves a storefront's name and searches with the version that was seen (product 19.13)", async () => {
  const { user, services } = await open('?topic=shop&store=jewellery-store');
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Green Door');
  await user.type(screen.getByLabelText(/^Popular searches/), '{Enter}hoops');
  await user.click(screen.getByRole('button', save));
  await waitFor(() =>
    expect(services.listCalls(changeShopSettings)).toEqual([
      {
        params: { store: 'jewellery-store' },
        body: {
          version: 2,
          value: { ...aShop('Green Door'), popular_searches: ['pearl', 'watch', 'hoops'] },
        },
      },
    ]),
  );
  expect(await screen.findByText('Shop is saved.')).toBeInTheDocument();
});

test('shows who saved a group, and each storefront its own', async () => {
  const { user } = await open('');
  expect(await screen.findByLabelText('Name')).toHaveValue('Oriel');
  expect(screen.getByText(/^Saved by Grace/)).toBeInTheDocument();
  const stores = within(screen.getByRole('navigation', { name: 'Storefront' }));
  await user.click(stores.getByRole('link', { name: 'Furrow' }));
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Furrow'));
  expect(screen.getByText('As the shop was set up.')).toBeInTheDocument();
});

test('a saved name is on every desk at once (product 19.1)', async () => {
  const { user } = await open('', [
    respondTo(changeShopSettings, ({ body }) => {
      const [first, ...others] = SETTINGS.shops;
      return { data: { ...SETTINGS, shops: first ? [{ ...first, shop: group(body.value, 3) }, ...others] : [] } };
    }),
  ]);
  await user.type(await screen.findByLabelText('Name'), ' House');
  await user.click(screen.getByRole('button', save));
  const stores = within(screen.getByRole('navigation', { name: 'Storefront' }));
  expect(await stores.findByRole('link', { name: 'Oriel House' })).toBeInTheDocument();
});

test('does not close the shop without saying until when (product 19.14)', async () => {
  const { user, services } = await open('?topic=opening');
  await user.click(await screen.findByRole('switch', { name: 'Closed: take no orders' }));
  await user.click(screen.getByRole('button', save));
  expect(await screen.findByText('Say when the shop opens again, such as “Back on Monday.”')).toBeInTheDocument();
  expect(services.listCalls(changeOpeningSettings)).toEqual([]);
  await user.type(screen.getByLabelText(/^When it opens again/), 'Back on Monday.');
  await user.click(screen.getByRole('button', save));
  await waitFor(() =>
    expect(services.listCalls(changeOpeningSettings)).toEqual([
      {
        params: { store: 'jewellery-store' },
        body: { version: 0, value: { notice: '', closed: true, closed_text: 'Back on Monday.' } },
      },
    ]),
  );
});

test('after it is saved, the focus is where it was, not in the last field (product 19.13)', async () => {
  const { user } = await open('?topic=opening', [
    respondTo(changeOpeningSettings, ({ body }) => {
      const [first, ...others] = SETTINGS.shops;
      return { data: { ...SETTINGS, shops: first ? [{ ...first, opening: group(body.value, 3) }, ...others] : [] } };
    }),
  ]);
  const notice = await screen.findByLabelText(/^Notice/);
  await user.type(notice, 'Order by December 18.');
  await user.click(screen.getByRole('button', save));
  expect(await screen.findByText('Notice and opening is saved.')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument();
  expect(notice).toHaveFocus();
  await user.type(notice, '!');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(notice).toHaveFocus();
});

test('an error of the API stands at its field (product 19.15)', async () => {
  const { user } = await open('?topic=payments', [
    {
      endpoint: changePaymentSettings,
      respond: () => refuse('The request is not valid.', { fields: { cash: 'Leave at least one way to pay.' } }),
    },
  ]);
  for (const name of ['Bank transfer', 'Online payment', 'Cash on delivery'])
    await user.click(await screen.findByRole('switch', { name }));
  await user.click(screen.getByRole('button', save));
  expect(await screen.findByText('Leave at least one way to pay.')).toBeInTheDocument();
  expect(screen.getByRole('switch', { name: 'Cash on delivery' })).toHaveFocus();
});

test('what somebody else has saved meanwhile stands beside what was typed (product 19.13)', async () => {
  let fresh = SETTINGS;
  const { user } = await open('', [
    respondTo(getStaffSettings, () => ({ data: fresh })),
    {
      endpoint: changeShopSettings,
      respond: () => refuse('Somebody else', { code: 'CHANGED_MEANWHILE', status: 409 }),
    },
  ]);
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Green Door');
  const [jewelry, food] = SETTINGS.shops;
  if (!jewelry || !food) throw new Error('There are two storefronts');
  fresh = { ...SETTINGS, shops: [{ ...jewelry, shop: group(aShop('Red Door'), 3) }, food] };
  await user.click(screen.getByRole('button', save));
  expect(await screen.findByText('Red Door')).toBeInTheDocument();
  expect(name).toHaveValue('Green Door');
});

test.each([
  ['currencies', 'Euro', '0', 'A number above 0, such as 0.92.'],
  ['shop', 'Support email', 'nobody', 'An address such as hello@example.com.'],
])('of %s, the field %s says what is wrong when it is left', async (topic, label, text, error) => {
  const { user } = await open(`?topic=${topic}`);
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
  await user.tab();
  expect(await screen.findByText(error)).toBeInTheDocument();
});

const SEARCHES = 'Popular searches, optional';
const SYNONYMS = 'Words that mean the same, optional';
const long = 'x'.repeat(41);
test.each([
  ['a search that is too long', 'shop', SEARCHES, `pearl\n\n${long}`, 'Line 3: at most 40 characters.'],
  ['an eleventh search', 'shop', SEARCHES, 'pearl\n'.repeat(11), 'Line 11: at most 10 searches.'],
  ['a word alone', 'search', SYNONYMS, '\nrye, bread\nsourdough,', 'Line 3: two words or more, separated by commas.'],
  ['a word that is too long', 'search', SYNONYMS, `rye, bread\nrye, ${long}`, 'Line 2: at most 40 characters a word.'],
  ['an eleventh word', 'search', SYNONYMS, 'rye, '.repeat(11), 'Line 1: at most 10 words.'],
  ['too many groups', 'search', SYNONYMS, 'rye, bread\n'.repeat(201), 'Line 201: at most 200 groups.'],
])('a list names the line with %s, and is not sent (product 19.13)', async (_what, topic, label, text, error) => {
  const { user, services } = await open(`?topic=${topic}`);
  const field = await screen.findByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  await user.click(screen.getByRole('button', save));
  expect(await screen.findByText(error)).toBeInTheDocument();
  expect(field).toHaveFocus();
  for (const endpoint of [changeShopSettings, changeSearchSettings]) expect(services.listCalls(endpoint)).toEqual([]);
});

test('what the API says of an item of a list stands at the list (product 19.13)', async () => {
  const { user } = await open('?topic=search', [
    {
      endpoint: changeSearchSettings,
      respond: () => refuse('The request is not valid.', { fields: { 'value.synonyms.0.1': 'This word is taken.' } }),
    },
  ]);
  const field = await screen.findByLabelText(SYNONYMS);
  await user.type(field, ', rye');
  await user.click(screen.getByRole('button', save));
  expect(await screen.findByText('This word is taken.')).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  expect(screen.queryByText('The request is not valid.')).not.toBeInTheDocument();
});
