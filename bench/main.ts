import { benchAdminCustomers } from './admin/benchAdminCustomers';
import { benchAdminOrders } from './admin/benchAdminOrders';
import { benchAdminProducts } from './admin/benchAdminProducts';
import { benchFigures } from './admin/benchFigures';
import { benchPublished } from './admin/benchPublished';
import { benchReviews } from './admin/benchReviews';
import { benchApi } from './api/benchApi';
import { benchCart } from './cart/benchCart';
import { benchCatalog } from './catalog/benchCatalog';
import { benchFederation } from './federation/benchFederation';
import { benchOrders } from './orders/benchOrders';
import { benchPages } from './pages/benchPages';

const benches: Readonly<Record<string, () => Promise<void>>> = {
  pages: benchPages,
  api: benchApi,
  catalog: benchCatalog,
  cart: benchCart,
  orders: benchOrders,
  reviews: benchReviews,
  'admin-orders': benchAdminOrders,
  'admin-customers': benchAdminCustomers,
  'admin-products': benchAdminProducts,
  figures: benchFigures,
  published: benchPublished,
  federation: benchFederation,
};

/**
 * `npm run bench`, or some parts: `npm run bench -- pages`. Prints figures; some parts fail above their limits.
 */
const run = async (): Promise<void> => {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0)
    throw new Error(`No part is called ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.`);
  for (const [name, bench] of Object.entries(benches)) if (names.length === 0 || names.includes(name)) await bench();
};

run().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
