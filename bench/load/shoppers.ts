import { randomUUID } from 'node:crypto';
import type { listProducts, Product, ResponseOf } from '@shop/contracts';
import type autocannon from 'autocannon';
import { anOrderBy } from '../../api/src/testing/testApp';

const JSON_HEADERS = { 'content-type': 'application/json' };
/** Headers of a call from the shop's own page. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const BROTLI = { 'accept-encoding': 'br' };

/** Products without variants, which no van has to bring. */
export const readProducts = async (apiUrl: string): Promise<Product[]> => {
  const answer = await fetch(`${apiUrl}/api/products?store=jewellery-store&category=necklaces`);
  return ((await answer.json()) as ResponseOf<typeof listProducts>).data.items.filter(
    ({ priceFrom, stock }) => !priceFrom && stock > 0,
  );
};

/** A different network for each request, so that rate limits do not limit the load. */
const network = (): Record<string, string> => ({
  'x-forwarded-for': Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.'),
});

export const anOrder = (products: readonly Product[]): autocannon.Request => ({
  method: 'POST',
  path: '/api/orders',
  setupRequest(request) {
    const product = products[Math.floor(Math.random() * products.length)];
    if (!product) throw new Error('Nothing is sold');
    const key = randomUUID();
    const body = anOrderBy(key, {
      items: [{ product_id: product.id, variant_id: null, quantity: 1 }],
      expected_total: product.price,
    });
    return {
      ...request,
      headers: { ...JSON_HEADERS, ...OWN_PAGE, ...network(), 'idempotency-key': key },
      body: JSON.stringify(body),
    };
  },
});

/** Logins with a wrong password: each costs a full hash and signs no one in. */
export const aSignIn = (): autocannon.Request => ({
  method: 'POST',
  path: '/api/login',
  setupRequest: (request) => ({
    ...request,
    headers: { ...JSON_HEADERS, ...OWN_PAGE, ...network() },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'a password that is wrong' }),
  }),
});

const get = (path: string): autocannon.Request => ({ method: 'GET', path, headers: BROTLI });

/** A shopper's journey: browses, opens products, checks the cart and sometimes orders. */
export const buildJourney = (products: readonly Product[]): autocannon.Request[] => {
  const any = (): Product => {
    const product = products[Math.floor(Math.random() * products.length)];
    if (!product) throw new Error('Nothing is sold');
    return product;
  };
  const changing = (makePath: () => string): autocannon.Request => ({
    method: 'GET',
    path: '/',
    headers: BROTLI,
    setupRequest: (request) => ({ ...request, path: makePath() }),
  });
  return [
    get('/?store=organic'),
    get('/shop'),
    changing(() => `/products/${any().id}`),
    // An uncached URL: rendered and added to the cache.
    changing(() => `/products?q=${randomUUID().slice(0, 8)}`),
    get('/api/products?store=organic-store&page=1'),
    changing(() => `/api/products/${any().id}`),
    {
      method: 'POST',
      path: '/api/cart/check',
      setupRequest: (request) => ({
        ...request,
        headers: { ...JSON_HEADERS, ...OWN_PAGE, ...network() },
        body: JSON.stringify({
          items: [{ product_id: any().id, variant_id: null, quantity: 2 }],
          coupon_code: null,
        }),
      }),
    },
    aSignIn(),
    anOrder(products),
  ];
};
