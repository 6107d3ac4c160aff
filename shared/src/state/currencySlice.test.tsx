import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { CURRENCIES, listCurrencies } from '@shop/contracts';
import { Price } from '../design-system/Price/Price';
import { createFakeServices, refuse, respondTo } from '../testing';
import { createShopStore } from './createShopStore';
import { currencyChosen } from './currencySlice';
import { useFormatPrice } from './useFormatPrice';

function ShownPrice() {
  return <Price price={1320.5} format={useFormatPrice()} />;
}

const rates = { USD: 1, EUR: 0.92, GBP: 0.79 };
const currencies = respondTo(listCurrencies, () => ({ data: CURRENCIES.map((code) => ({ code, rate: rates[code] })) }));
const renderPrice = (answer = currencies) => {
  const store = createShopStore({ services: createFakeServices([answer]) });
  render(
    <Provider store={store}>
      <ShownPrice />
    </Provider>,
  );
  return store;
};

test('there are three currencies', () => {
  expect(CURRENCIES).toEqual(Object.keys(rates));
});

test.each([
  ['USD', '$1,320.50'],
  ['EUR', '€1,214.86'],
  ['GBP', '£1,043.20'],
] as const)("in %s the price is %s, with its symbol and the server's rate (product 1.7)", async (currency, text) => {
  const store = renderPrice();
  await act(async () => void (await store.dispatch(currencyChosen(currency))));
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('without a rate the currency stays', async () => {
  const store = renderPrice(respondTo(listCurrencies, () => refuse('Not now')));
  await act(async () => void (await store.dispatch(currencyChosen('EUR'))));
  expect(screen.getByText('$1,320.50')).toBeInTheDocument();
});
