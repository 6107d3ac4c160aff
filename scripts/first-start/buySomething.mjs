import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';

const STOREFRONTS = ['jewellery', 'organic'];
const MIN_PRODUCTS = 12;

const read = async (url, init) => {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init?.method ?? 'GET'} ${url}: ${response.status} ${text.slice(0, 300)}`);
  return text;
};

/** @throws {Error} if the HTML of a storefront's listing has no products. */
export const readListings = async (shop) => {
  for (const storefront of STOREFRONTS) {
    const html = await read(`${shop}/products?store=${storefront}`);
    const products = new Set(html.match(/href="\/products\/[\w-]+"/g));
    if (products.size < MIN_PRODUCTS)
      throw new Error(`The listing of ${storefront} has ${products.size} products in its HTML`);
  }
};

/**
 * Visits the listings of both storefronts and orders a necklace through the API, as a page does. Returns the order's
 * number.
 */
export const buySomething = async (shop) => {
  await readListings(shop);
  const listing = JSON.parse(await read(`${shop}/api/products?store=jewellery-store&category=necklaces`));
  const product = listing.data.items.find(({ priceFrom, stock }) => !priceFrom && stock > 0);
  const { order } = JSON.parse(
    await read(`${shop}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        items: [{ product_id: product.id, variant_id: null, quantity: 1 }],
        billing: {
          firstName: 'Ada',
          lastName: 'Lovelace',
          companyName: '',
          country: 'US',
          streetAddress: '12 Analytical Row',
          apartment: '',
          townCity: 'New York',
          state: 'NY',
          zipCode: '10001',
          phone: '+1 212 555 0100',
          email: 'ada@example.com',
          orderNotes: '',
        },
        payment_method: 'bank',
        expected_total: product.price,
      }),
    }),
  );
  return order.number;
};

// Run by itself where the shop is in another network: `node buySomething.mjs <address of the shop>`.
if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await buySomething(process.argv[2]));
