import { createContractFetch, findAnswer } from '../answers/createContractFetch';
import { refuse, respondTo, type ContractAnswer } from '../answers/respondTo';
import { listBrands } from '../brands';
import { applyCoupon, checkCart, removeCoupon, type OrderItemInput, type PricedCart, type PricedLine } from '../cart';
import { listCategories } from '../categories';
import {
  CURRENCIES,
  DEFAULT_CATEGORY_SLUG,
  PAYMENT_METHODS,
  POSTS_PER_PAGE,
  REVIEW_SORTS,
  TRENDING_PAGES,
} from '../constants';
import { sendContactMessage } from '../contact';
import { listCurrencies } from '../currencies';
import { getNextDelivery, holdDeliverySlot, listDeliverySlots } from '../delivery';
import { listPaymentMethods } from '../payments';
import { getPost, listPosts } from '../posts';
import { getProduct, listProducts, listProductsById, listRelatedProducts, type Product } from '../products';
import { getWaitingReview, listReviews, writeReview, type Review } from '../reviews';
import { suggest } from '../search';
import { listCategoriesWithProducts, listCategoryProducts, listTrendingProducts } from '../topProducts';
import { listSampleProducts } from './sampleCatalog';
import { toSamplePostDetail, samplePosts } from './samplePosts';
import {
  listSampleTopProducts,
  sampleBrands,
  sampleCategories,
  sampleProducts,
  sampleRecentlyViewed,
  sampleRelated,
  toSampleDetail,
  toSampleLabel,
} from './sampleProducts';
import { buildReviewPage } from './sampleReviews';

// Simulated delays, no network (product.md 13.1).
const LIST_DELAY_MS = 500;
const DETAIL_DELAY_MS = 300;
const FILTERS_DELAY_MS = 200;
const MAX_RELATED = 4; // in the detail; the page shows five fixed products
const MAX_SUGGESTED = 5;
const SAMPLE_ORDER_LINES = 4;
const RATES = { USD: 1, EUR: 0.92, GBP: 0.79 };

const waitFor = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface SampleOptions {
  /** Waits for a simulated delay. Tests of pages replace it. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

const findProduct = (id: string): Product =>
  sampleProducts.find((product) => product.id === id) ??
  refuse('Product not found', { status: 404, code: 'PRODUCT_NOT_FOUND' });

const toLine = (product: Product, quantity: number): PricedLine => ({
  product_id: product.id,
  variant_id: null,
  name: product.name,
  image: product.image,
  category: product.categoryName,
  rating: product.rating,
  unit_price: product.price,
  quantity,
  available: product.stock,
});

/** product.md 13.2: coupons have no effect. */
const priceItems = (items: readonly OrderItemInput[]): PricedCart => {
  const lines = items.map(({ product_id, quantity }) => toLine(findProduct(product_id), quantity));
  const total = lines.reduce((sum, { unit_price: price, quantity }) => sum + price * quantity, 0);
  return { lines, coupon: null, subtotal: total, discount: 0, total };
};

/** Creates the answers of the sample (product.md 13): reviews last as long as they do. */
const createSampleAnswers = ({ wait = waitFor }: SampleOptions): readonly ContractAnswer[] => {
  const written = new Map<string, Review[]>();
  const readReviews = (id: string, query?: Parameters<typeof buildReviewPage>[2]) =>
    buildReviewPage(findProduct(id), written.get(id) ?? [], query);
  return [
    respondTo(listProducts, async ({ query }) => {
      await wait(LIST_DELAY_MS);
      return { data: listSampleProducts(query) };
    }),
    respondTo(getProduct, async ({ params: { id } }) => {
      await wait(DETAIL_DELAY_MS);
      const product = findProduct(id);
      const { items: reviews, rating, reviewCount, ratingCounts } = readReviews(id);
      const relatedProducts = sampleProducts.filter((other) => other !== product).slice(0, MAX_RELATED);
      return {
        data: {
          ...product,
          ...toSampleDetail(product),
          ...{ variants: [], variantLabel: '', storeFeatures: {} },
          ...{ rating, reviewCount, ratingCounts, reviews, relatedProducts },
        },
      };
    }),
    respondTo(listRelatedProducts, () => ({ data: [...sampleRelated] })),
    respondTo(listProductsById, () => ({ data: [...sampleRecentlyViewed] })),
    respondTo(listReviews, ({ params: { id }, query: { sort = '', page = '1' } }) => ({
      data: readReviews(id, { sort: REVIEW_SORTS.find((known) => known === sort) ?? 'newest', page: Number(page) }),
    })),
    respondTo(writeReview, ({ params: { id }, body: { rating, comment } }) => {
      const review = { userName: 'You', rating, comment: comment.trim(), date: new Date().toISOString() };
      written.set(id, [review, ...(written.get(id) ?? [])]);
      return { data: readReviews(id) };
    }),
    respondTo(getWaitingReview, () => ({ data: null })),
    respondTo(suggest, ({ query: { q = '' } }) => {
      const categories = sampleCategories.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
      const products = listSampleProducts({ q }).items.slice(0, MAX_SUGGESTED);
      return {
        data: {
          corrected: null,
          categories: categories.map(({ slug, name }) => ({ slug, name })),
          brands: [],
          products,
        },
      };
    }),
    respondTo(listCategories, async () => {
      await wait(FILTERS_DELAY_MS);
      return { data: [...sampleCategories] };
    }),
    respondTo(listBrands, async () => {
      await wait(FILTERS_DELAY_MS);
      return { data: [...sampleBrands] };
    }),
    respondTo(listCategoryProducts, async ({ query: { category = DEFAULT_CATEGORY_SLUG } }) => {
      await wait(LIST_DELAY_MS);
      return {
        data: {
          products: listSampleTopProducts(category),
          category: { slug: category, name: toSampleLabel(category) },
        },
      };
    }),
    respondTo(listCategoriesWithProducts, async () => {
      await wait(LIST_DELAY_MS);
      return {
        data: {
          categories: [...sampleCategories],
          products: listSampleTopProducts(DEFAULT_CATEGORY_SLUG),
          selected_category_slug: DEFAULT_CATEGORY_SLUG,
        },
      };
    }),
    respondTo(listTrendingProducts, async ({ query: { page = '1' } }) => {
      await wait(LIST_DELAY_MS);
      return { data: { products: listSampleTopProducts(), page: Number(page), pageCount: TRENDING_PAGES } };
    }),
    respondTo(listCurrencies, () => ({
      data: CURRENCIES.map((code) => ({ code, rate: RATES[code] })),
    })),

    respondTo(checkCart, ({ body }) => ({ data: priceItems(body.items) })),
    respondTo(applyCoupon, ({ body }) => ({ data: priceItems(body.items) })),
    respondTo(removeCoupon, () => ({})),
    respondTo(listPaymentMethods, () => ({
      data: PAYMENT_METHODS.map((method) => ({ method, available: true })),
      lines: sampleProducts.slice(0, SAMPLE_ORDER_LINES).map((product) => toLine(product, 1)),
    })),
    respondTo(getNextDelivery, () => ({ data: null })),
    respondTo(listDeliverySlots, () => ({ data: { area: null, slots: [] } })),
    respondTo(holdDeliverySlot, ({ body: { slot_id } }) => ({ data: { slot_id, held_minutes: 0 } })),

    respondTo(listPosts, ({ query: { page = '1' } }) => {
      const items = samplePosts.slice((Number(page) - 1) * POSTS_PER_PAGE, Number(page) * POSTS_PER_PAGE);
      return { data: { items, total: samplePosts.length, page: Number(page), pageSize: POSTS_PER_PAGE } };
    }),
    respondTo(getPost, ({ params: { id } }) => {
      const post = samplePosts.find((known) => known.id === id);
      return { data: toSamplePostDetail(post ?? refuse('Post not found', { status: 404, code: 'POST_NOT_FOUND' })) };
    }),
    respondTo(sendContactMessage, ({ body: { store, subject } }) => {
      console.log('Contact form', { store, subject }); // eslint-disable-line no-console -- product.md 13.2: the contact form only logs
      return { message: 'Message Sent (Placeholder)' };
    }),
  ];
};

/** Creates a `fetch` that answers with sample data; nothing leaves the browser. What has none is refused. */
export const createSampleFetch = (options: SampleOptions = {}): typeof fetch => {
  const answers = createSampleAnswers(options);
  return createContractFetch(
    ({ endpoint, request }) =>
      findAnswer(answers, endpoint)?.respond(request) ??
      refuse(`${endpoint.path === '/orders' ? 'Orders need' : 'This needs'} the real shop: this is sample data.`, {
        status: 503,
        code: 'SAMPLE_DATA',
      }),
  );
};
