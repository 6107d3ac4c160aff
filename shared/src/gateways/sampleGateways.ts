import type { Result } from '../api-client/apiClient';
import {
  DEFAULT_CATEGORY_SLUG,
  PAYMENT_METHODS,
  POSTS_PER_PAGE,
  REVIEWS_PER_PAGE,
  TRENDING_PAGES,
} from '@shop/contracts/constants';
import type { Product, ProductDetail } from '@shop/contracts/products';
import type { Review, ReviewPage } from '@shop/contracts/reviews';
import type { CartGateway } from './CartGateway';
import type { CheckoutGateway } from './CheckoutGateway';
import type { ContactGateway } from './ContactGateway';
import type { PostGateway } from './PostGateway';
import type { ProductGateway, ReviewQuery } from './ProductGateway';
import { listSampleProducts } from './sampleCatalog';
import { toSamplePostDetail, samplePosts } from './samplePosts';
import {
  sampleBrands,
  sampleCategories,
  toSampleDetail,
  toSampleLabel,
  sampleProducts,
  sampleRecentlyViewed,
  sampleRelated,
  sampleReviews,
  listSampleTopProducts,
} from './sampleProducts';

// Simulated delays, no network (product.md 13.1).
const LIST_DELAY_MS = 500;
const DETAIL_DELAY_MS = 300;
const FILTERS_DELAY_MS = 200;
const MAX_RELATED = 4; // in the detail; the page shows five fixed products
const MAX_SUGGESTED = 5;
const SAMPLE_ORDER_LINES = 4;

const waitFor = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const succeed = <T>(value: T): Result<T> => ({ ok: true, value });
const fail = (message: string, code: string, status: number): Result<never> => ({
  ok: false,
  failure: { message, code, status, fields: {}, body: undefined },
});
const notFound = fail('Product not found', 'PRODUCT_NOT_FOUND', 404);

const REVIEW_ORDERS: Readonly<Record<ReviewQuery['sort'], (a: Review, b: Review) => number>> = {
  newest: (a, b) => b.date.localeCompare(a.date),
  highest: (a, b) => b.rating - a.rating,
  lowest: (a, b) => a.rating - b.rating,
};

/** Returns votes that match a sample product's rating. */
const countVotes = ({ rating, reviewCount }: Product): number[] => {
  const above = Math.round(reviewCount * (rating - Math.floor(rating)));
  return [1, 2, 3, 4, 5].map((stars) =>
    stars === Math.floor(rating) ? reviewCount - above : stars === Math.floor(rating) + 1 ? above : 0,
  );
};

/** Returns a product's reviews, including those written during this visit. */
const buildReviewPage = (product: Product, written: readonly Review[], { sort, page }: ReviewQuery): ReviewPage => {
  const reviews = [...written, ...sampleReviews].sort(REVIEW_ORDERS[sort]);
  const ratingCounts = countVotes(product).map(
    (votes, index) => votes + written.filter(({ rating }) => rating === index + 1).length,
  );
  const reviewCount = product.reviewCount + written.length;
  return {
    items: reviews.slice((page - 1) * REVIEWS_PER_PAGE, page * REVIEWS_PER_PAGE),
    total: reviews.length,
    page,
    pageSize: REVIEWS_PER_PAGE,
    rating:
      Math.round((10 * ratingCounts.reduce((sum, votes, index) => sum + votes * (index + 1), 0)) / reviewCount) / 10,
    reviewCount,
    ratingCounts,
  };
};

const NEWEST_REVIEWS: ReviewQuery = { sort: 'newest', page: 1 };

export interface SampleOptions {
  /** Waits for a simulated delay. Tests of pages replace it. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** Creates the sample source (product.md 13.1): six products; reviews last as long as the page. */
export const createSampleProductGateway = ({ wait = waitFor }: SampleOptions = {}): ProductGateway => {
  const delay = async <T>(milliseconds: number, value: T): Promise<T> => {
    await wait(milliseconds);
    return value;
  };
  const written = new Map<string, Review[]>();
  const findProduct = (id: string): Product | undefined => sampleProducts.find((product) => product.id === id);
  const listReviews = (id: string, query: ReviewQuery): Result<ReviewPage> => {
    const product = findProduct(id);
    return product ? succeed(buildReviewPage(product, written.get(id) ?? [], query)) : notFound;
  };
  return {
    reviewsNeedSignIn: false,
    list: (query) => delay(LIST_DELAY_MS, succeed(listSampleProducts(query))),
    async detail(id) {
      const product = await delay(DETAIL_DELAY_MS, findProduct(id));
      if (!product) return notFound;
      const { items, rating, reviewCount, ratingCounts } = buildReviewPage(
        product,
        written.get(id) ?? [],
        NEWEST_REVIEWS,
      );
      const detail: ProductDetail = {
        ...product,
        ...toSampleDetail(product),
        variants: [],
        variantLabel: '',
        storeFeatures: {},
        rating,
        reviewCount,
        ratingCounts,
        reviews: items,
        relatedProducts: sampleProducts.filter(({ id: other }) => other !== id).slice(0, MAX_RELATED),
      };
      return succeed(detail);
    },
    related: async () => succeed([...sampleRelated]),
    recentlyViewed: async () => succeed([...sampleRecentlyViewed]),
    reviews: async (id, query) => listReviews(id, query),
    async writeReview(id, { rating, comment }) {
      written.set(id, [
        { userName: 'You', rating, comment: comment.trim(), date: new Date().toISOString() },
        ...(written.get(id) ?? []),
      ]);
      return listReviews(id, NEWEST_REVIEWS);
    },
    waitingReview: async () => succeed(null),
    suggest: async (_store, q) => {
      const products = listSampleProducts({ q }).items.slice(0, MAX_SUGGESTED);
      const categories = sampleCategories.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
      return succeed({
        corrected: null,
        categories: categories.map(({ slug, name }) => ({ slug, name })),
        brands: [],
        products,
      });
    },
    categories: () => delay(FILTERS_DELAY_MS, succeed([...sampleCategories])),
    brands: () => delay(FILTERS_DELAY_MS, succeed([...sampleBrands])),
    topProducts: (_store, category) =>
      delay(
        LIST_DELAY_MS,
        succeed({
          products: listSampleTopProducts(category),
          category: { slug: category, name: toSampleLabel(category) },
        }),
      ),
    categoriesWithProducts: () =>
      delay(
        LIST_DELAY_MS,
        succeed({
          categories: [...sampleCategories],
          products: listSampleTopProducts(DEFAULT_CATEGORY_SLUG),
          selected_category_slug: DEFAULT_CATEGORY_SLUG,
        }),
      ),
    currencyRates: async () => succeed({ USD: 1, EUR: 0.92, GBP: 0.79 }),
    trending: (_store, page) =>
      delay(LIST_DELAY_MS, succeed({ products: listSampleTopProducts(), page, pageCount: TRENDING_PAGES })),
  };
};

const needsRealShop = fail('Orders need the real shop: this is sample data.', 'SAMPLE_DATA', 0);

/** product.md 13.2: coupons and Update Cart have no effect. There are no customers, so no cart is stored. */
const createSampleCartGateway = (): CartGateway => ({
  check: async () => succeed(null),
  read: async () => needsRealShop,
  save: async () => needsRealShop,
  applyCoupon: async () => succeed(null),
  removeCoupon: async () => succeed(null),
});

/** product.md 13.2: 'Your order' has four fixed lines. Orders fail with a message, because there is no back end. */
const createSampleCheckoutGateway = (): CheckoutGateway => ({
  fixedLines: sampleProducts
    .slice(0, SAMPLE_ORDER_LINES)
    .map(({ id, name, image, categoryName: category, price }) => ({ id, name, image, category, price, quantity: 1 })),
  placeOrder: async () => needsRealShop,
  order: async () => needsRealShop,
  openGuestOrder: async () => needsRealShop,
  delivery: async () => ({
    next: async () => succeed(null),
    slots: async () => succeed({ area: null, slots: [] }),
    hold: async () => succeed(0),
  }),
  paymentMethods: async () => succeed(PAYMENT_METHODS.map((method) => ({ method, available: true }))),
  startPayment: async () => needsRealShop,
});

const createSamplePostGateway = (): PostGateway => ({
  async list(_store, page) {
    const items = samplePosts.slice((page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE);
    return succeed({ items, total: samplePosts.length, page, pageSize: POSTS_PER_PAGE });
  },
  async detail(id) {
    const post = samplePosts.find((known) => known.id === id);
    return post ? succeed(toSamplePostDetail(post)) : fail('Post not found', 'POST_NOT_FOUND', 404);
  },
});

/** product.md 13.2: the contact form only logs. */
const createSampleContactGateway = (): ContactGateway => ({
  async send({ store, subject }) {
    console.log('Contact form', { store, subject }); // eslint-disable-line no-console -- product.md 13.2: the contact form only logs
    return succeed('Message Sent (Placeholder)');
  },
});

/** Creates all gateways with sample data. Nothing leaves the browser. */
export const createSampleGateways = (options: SampleOptions = {}) => ({
  products: createSampleProductGateway(options),
  cart: createSampleCartGateway(),
  checkout: createSampleCheckoutGateway(),
  posts: createSamplePostGateway(),
  contact: createSampleContactGateway(),
});
