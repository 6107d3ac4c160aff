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

test('what is typed is shown on the first picture, also after the form was closed, unless it cannot be engraved', async () => {
  const { user } = renderProduct();
  const picture = () => screen.getByRole('button', { name: /^Enlarge picture 1 of/ });
  await user.click(await opener());
  const field = await screen.findByLabelText('Text');
  expect(picture().textContent).toBe('');
  await user.type(field, 'Always{Enter}');
  expect(picture()).toHaveTextContent('Always');
  expect(picture()).toHaveAccessibleName(/^Enlarge picture 1 of/);
  await user.click(await opener());
  await user.type(await screen.findByLabelText('Text'), '!');
  expect(picture().textContent).toBe('');
  expect(await opener()).toHaveTextContent('Engraving up to 10 letters');
  await user.clear(screen.getByLabelText('Text'));
  expect(picture().textContent).toBe('');
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
