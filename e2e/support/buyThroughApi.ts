import type { APIRequestContext } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { anOrderBody } from '../../api/src/testing/testApp';
import { post, sendAgainIfKilled } from './post';
import { expect } from './shop';

/** Buys a product without variants for the signed-in customer, and pays online. Returns the session's headers. */
export const buyThroughApi = async (request: APIRequestContext, productId: string): Promise<Record<string, string>> => {
  const { token, user } = await (await request.get('/api/me')).json();
  const headers = { authorization: `Bearer ${token}` };
  const { data } = await (await request.get(`/api/products/${productId}`)).json();
  const placed = await post(request, '/api/orders', {
    data: anOrderBody({
      billing: { ...anOrderBody().billing, email: user.email },
      items: [{ product_id: productId, variant_id: null, quantity: 1 }],
      payment_method: 'global',
      expected_total: data.price,
    }),
    headers: { ...headers, 'idempotency-key': randomUUID() },
  });
  const { number } = (await placed.json()).order;
  const started = await (await post(request, `/api/orders/${number}/payment`, { headers })).json();
  await sendAgainIfKilled(() =>
    request.post(started.url, { form: { outcome: 'succeeded', delivery: 'now' }, maxRedirects: 0 }),
  );
  await expect
    .poll(async () => (await (await request.get(`/api/orders/${number}`)).json()).order.status)
    .toBe('processing');
  return headers;
};
