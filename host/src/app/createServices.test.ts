import { createServices } from './createServices';

const FIRST = { product_id: '1', variant_id: null, quantity: 1 };

test('with sample data catalog, checkout, coupon and contact form work without a server (product 13.1)', async () => {
  const fetch = jest.fn().mockRejectedValue(new Error('There is no server'));
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const { products, cart, checkout, contact } = await createServices({ origin: '', fetch }, 'sample');
  const results = await Promise.all([
    products.list({}),
    products.detail('1'),
    cart.applyCoupon('TENTH', [FIRST]),
    checkout.paymentMethods(),
    contact.send({ store: 'jewellery-store', name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: '' }),
  ]);
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  expect(fetch).not.toHaveBeenCalled();
});

test('without sample data the API is called', async () => {
  const fetch = jest.fn().mockRejectedValue(new Error('There is no server'));
  const { products } = await createServices({ origin: '', fetch }, 'api');
  expect(await products.list({})).toMatchObject({ ok: false });
  expect(fetch).toHaveBeenCalledTimes(1);
});
