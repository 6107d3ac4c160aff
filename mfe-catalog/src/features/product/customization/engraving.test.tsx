import { aProductDetail, createFakeServices, renderRemote } from '@shop/shared/testing';
import { selectCartItems, storefrontEntered } from '@shop/shared/state';
import { act, screen, waitFor } from '@testing-library/react';
import { remote } from '../../../remote';
import { answerProduct } from '../../../testing/answerProduct';

const engravable = aProductDetail({
  storeFeatures: { customization: { engravingMaxLetters: 10, engravingPrice: 25 } },
});
const renderProduct = (product = engravable, given?: Parameters<typeof renderRemote>[1]['given']) =>
  renderRemote(remote, {
    at: '/products/ring-halo',
    services: createFakeServices(answerProduct(product)),
    ...(given ? { given } : {}),
  });
const opener = () => screen.findByRole('button', { name: /^Engraving/ });

test('a piece is engraved: its price and its line in the cart include it (product 5.12)', async () => {
  const { user, store } = renderProduct();
  await user.click(await opener());
  await user.type(await screen.findByLabelText('Text'), ' Always ');
  await user.click(screen.getByLabelText('Script'));
  expect(screen.getByText('4 characters left')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await opener()).toHaveTextContent('Engraving: “Always”, $25.00');
  expect(await opener()).toHaveFocus();
  await user.click(screen.getAllByRole('button', { name: 'Add to cart' })[0] as HTMLElement);
  expect(selectCartItems(store.getState())).toMatchObject([
    {
      name: `${engravable.name}, engraved “Always” (script)`,
      price: engravable.price + 25,
      choices: { engraving: { text: 'Always', font: 'script' } },
    },
  ]);
});

test('what is typed is added to the cart, whether or not the form was closed; another text is another line', async () => {
  const { user, store } = renderProduct();
  await user.click(await opener());
  const engrave = async (text: string): Promise<void> => {
    const field = await screen.findByLabelText('Text');
    await user.clear(field);
    await user.type(field, text);
    await user.click(screen.getAllByRole('button', { name: 'Add to cart' })[0] as HTMLElement);
  };
  await engrave('One');
  await engrave('Two');
  await engrave('One');
  expect(selectCartItems(store.getState()).map(({ name, quantity }) => [name, quantity])).toEqual([
    [expect.stringContaining('“One”'), 2],
    [expect.stringContaining('“Two”'), 1],
  ]);
});

test('letters that cannot be engraved are told by the field, and an empty text removes the engraving', async () => {
  const { user } = renderProduct();
  await user.click(await opener());
  const field = await screen.findByLabelText('Text');
  await user.type(field, 'a <b>{Enter}');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/use letters, digits, spaces and/);
  await user.clear(field);
  await user.type(field, '{Enter}');
  expect(await opener()).toHaveTextContent('Engraving up to 10 letters, $25.00');
});

test('a piece is not added without the engraving that was typed, also after the form was closed (product 5.12)', async () => {
  const { user, store } = renderProduct();
  await user.click(await opener());
  await user.type(await screen.findByLabelText('Text'), 'Love!');
  const add = screen.getAllByRole('button', { name: 'Add to cart' })[0] as HTMLElement;
  await user.click(add);
  expect(await opener()).toHaveFocus();
  await user.click(await opener());
  await user.click(add);
  expect(selectCartItems(store.getState())).toEqual([]);
  expect(await screen.findByLabelText('Text')).toBeInvalid();
  await user.type(screen.getByLabelText('Text'), '{Backspace}');
  await user.click(add);
  expect(selectCartItems(store.getState())).toMatchObject([{ choices: { engraving: { text: 'Love' } } }]);
});

test('a letter whose accent was typed apart is engraved as one letter', async () => {
  const { user, store } = renderProduct();
  await user.click(await opener());
  await user.type(await screen.findByLabelText('Text'), 'Rene\u0301');
  await user.click(screen.getAllByRole('button', { name: 'Add to cart' })[0] as HTMLElement);
  expect(selectCartItems(store.getState())).toMatchObject([{ choices: { engraving: { text: 'Ren\u00e9' } } }]);
});

test('what is typed is shown on a piece of the band, also after the form was closed, unless it cannot be engraved (product 5.12)', async () => {
  const { user } = renderProduct();
  const band = () => screen.queryByText(/^Engraved: /)?.closest('output');
  await user.click(await opener());
  const field = await screen.findByLabelText('Text');
  expect(screen.getByText('Nothing engraved yet').closest('output')).toHaveTextContent('Your text');
  await user.type(field, 'Always');
  await user.click(screen.getByLabelText('Script'));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(band()).toHaveTextContent(/Engraved: “Always”, Script$/);
  expect([...(band()?.querySelectorAll('textPath') ?? [])].map((letters) => letters.textContent)).toEqual([
    'Always',
    'Always',
  ]);
  await user.click(await opener());
  await user.type(await screen.findByLabelText('Text'), '!');
  expect(band()).toBeUndefined();
  expect(await opener()).toHaveTextContent('Engraving up to 10 letters');
  await user.clear(screen.getByLabelText('Text'));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('Nothing engraved yet')).not.toBeInTheDocument();
});

const inMetals = (color: string, ...names: string[]) => ({
  ...engravable,
  color,
  variantLabel: 'Metal',
  variants: names.map((name) => ({ id: name, name, sku: name, price: 90, stock: 2 })),
});
test.each([
  ['white', 'Yellow gold', 'yellow'],
  ['yellow white', 'Sterling silver', 'white'],
  ['yellow', 'White gold', 'white'],
  ['yellow white', 'Rose gold vermeil', 'rose'],
  ['rose', '54 mm', 'rose'],
  ['blue', 'Leather strap', 'white'],
])('the band of a %s piece in %s is %s (product 5.12)', async (color, option, tone) => {
  const { user } = renderProduct(inMetals(color, option, 'Another'));
  await user.click(await screen.findByRole('radio', { name: option }));
  await user.click(await opener());
  const preview = (await screen.findByText('Nothing engraved yet')).closest('output');
  expect(preview?.querySelector('svg')).toHaveAttribute('data-metal', tone);
});

test('a product without the feature has no button', async () => {
  renderProduct(aProductDetail());
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: /^Engraving/ })).not.toBeInTheDocument();
});

test('a storefront that does not name the feature has no button', async () => {
  const { store } = renderProduct();
  await opener();
  act(() => void store.dispatch(storefrontEntered('organic')));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Engraving/ })).not.toBeInTheDocument());
});
