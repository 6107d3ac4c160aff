import { applyCoupon, getProduct, listPaymentMethods, listProducts, sendContactMessage } from '@shop/contracts';
import { createExampleFetch } from '@shop/contracts/answers/createExampleFetch';
import { createServices } from './createServices';
import type { createFormerGateways } from './formerGateways';

test('with sample data catalog, checkout, coupon and contact form work without a server (product 13.1)', async () => {
  const fetch = jest.fn().mockRejectedValue(new Error('There is no server'));
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const { api } = await createServices({ origin: '', fetch }, 'sample');
  const items = [{ product_id: '1', variant_id: null, quantity: 1 }];
  const message = {
    store: 'jewellery-store',
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'Hi',
    message: '',
  } as const;
  const results = await Promise.all([
    api.request(listProducts, { query: {} }),
    api.request(getProduct, { params: { id: '1' } }),
    api.request(applyCoupon, { body: { code: 'TENTH', items } }),
    api.request(listPaymentMethods, {}),
    api.request(sendContactMessage, { body: message }),
  ]);
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  expect(fetch).not.toHaveBeenCalled();
});

test('without sample data the API is called', async () => {
  const fetch = jest.fn().mockRejectedValue(new Error('There is no server'));
  const { api } = await createServices({ origin: '', fetch }, 'api');
  expect(await api.request(listProducts, { query: {} })).toMatchObject({ ok: false });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('releases of before thunks called the API themselves find what they call', async () => {
  const fetch = createExampleFetch({ signedIn: true });
  const { products, checkout } = (await createServices({ origin: '', fetch }, 'api')) as unknown as {
    products: ReturnType<typeof createFormerGateways>['products'] & { reviewsNeedSignIn: boolean };
    checkout: ReturnType<typeof createFormerGateways>['checkout'] & { fixedLines: null };
  };
  expect(products.reviewsNeedSignIn).toBe(true);
  expect(checkout.fixedLines).toBeNull();
  expect(await products.list({ store: 'jewellery-store' })).toMatchObject({ ok: true, value: { page: 1 } });
  const delivery = await checkout.delivery();
  expect(await delivery.hold(7)).toMatchObject({ ok: true, value: expect.any(Number) });
});
