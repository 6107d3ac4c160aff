import { benchAdminOrders } from './admin/benchAdminOrders';
import { benchAdminProducts } from './admin/benchAdminProducts';
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
  'admin-products': benchAdminProducts,
  federation: benchFederation,
};

/** `npm run bench`, or one part: `npm run bench -- pages`. Prints figures; `admin-products` fails above its limits. */
const run = async (): Promise<void> => {
  const chosen = process.argv.slice(2);
  for (const name of chosen.length > 0 ? chosen : Object.keys(benches)) await benches[name]?.();
};

run().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
