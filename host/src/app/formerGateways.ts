import type { ApiClient, Result } from '@shop/shared/api-client';
import { applyCoupon, checkCart, getCart, putCart, removeCoupon, type OrderItemInput } from '@shop/contracts/cart';
import { listBrands } from '@shop/contracts/brands';
import { listCategories } from '@shop/contracts/categories';
import { IDEMPOTENCY_HEADER } from '@shop/contracts/constants';
import { sendContactMessage } from '@shop/contracts/contact';
import { getNextDelivery, holdDeliverySlot, listDeliverySlots } from '@shop/contracts/delivery';
import type { AnswerOf, Endpoint, RequestOf } from '@shop/contracts/endpoint';
import { getOrder, openGuestOrder, placeOrder } from '@shop/contracts/orders';
import { listPaymentMethods, startPayment } from '@shop/contracts/payments';
import { getPost, listPosts } from '@shop/contracts/posts';
import { getProduct, listProducts, listProductsById, listRelatedProducts } from '@shop/contracts/products';
import { getWaitingReview, listReviews, writeReview } from '@shop/contracts/reviews';
import type { StorefrontSlug } from '@shop/contracts/storefront';
import { listCategoriesWithProducts, listCategoryProducts, listTrendingProducts } from '@shop/contracts/topProducts';

interface CartContents {
  readonly items: readonly OrderItemInput[];
  readonly couponCode: string | null;
}

/** The calls as releases of remotes made them that were built before thunks called `api` themselves. */
export const createFormerGateways = (api: ApiClient) => {
  const call = async <E extends Endpoint, T>(
    endpoint: E,
    request: RequestOf<E>,
    pick: (answer: AnswerOf<E>) => T,
    options?: Parameters<ApiClient['request']>[2],
  ): Promise<Result<T>> => {
    const result = await api.request(endpoint, request, options);
    return result.ok ? { ok: true, value: pick(result.value) } : result;
  };
  const data = <T>(answer: { readonly data: T }): T => answer.data;
  const toBody = ({ items, couponCode }: CartContents) => ({ items: [...items], coupon_code: couponCode });

  return {
    products: {
      list: (query: RequestOf<typeof listProducts>['query'], signal?: AbortSignal) =>
        call(listProducts, { query }, data, { signal }),
      detail: (id: string, signal?: AbortSignal) => call(getProduct, { params: { id } }, data, { signal }),
      related: (id: string, signal?: AbortSignal) => call(listRelatedProducts, { params: { id } }, data, { signal }),
      recentlyViewed: (ids: readonly string[]) => call(listProductsById, { query: { ids: ids.join(',') } }, data),
      reviews: (id: string, { sort, page }: { sort: string; page: number }, signal?: AbortSignal) =>
        call(listReviews, { params: { id }, query: { sort, page: String(page) } }, data, { signal }),
      writeReview: (id: string, body: RequestOf<typeof writeReview>['body']) =>
        call(writeReview, { params: { id }, body }, data),
      waitingReview: (id: string) => call(getWaitingReview, { params: { id } }, data),
      categories: (store: StorefrontSlug) => call(listCategories, { query: { store } }, data),
      brands: (store: StorefrontSlug) => call(listBrands, { query: { store } }, data),
      topProducts: (store: StorefrontSlug, category: string) =>
        call(listCategoryProducts, { query: { store, category } }, data),
      categoriesWithProducts: (store: StorefrontSlug) => call(listCategoriesWithProducts, { query: { store } }, data),
      trending: (store: StorefrontSlug, page: number) =>
        call(listTrendingProducts, { query: { store, page: String(page) } }, data),
    },
    cart: {
      check: (contents: CartContents) => call(checkCart, { body: toBody(contents) }, data),
      read: () => call(getCart, {}, data),
      save: ({ version, ...contents }: CartContents & { readonly version: number }) =>
        call(putCart, { body: { version, ...toBody(contents) } }, data),
      applyCoupon: (code: string, items: readonly OrderItemInput[]) =>
        call(applyCoupon, { body: { code, items: [...items] } }, data),
      removeCoupon: () => api.request(removeCoupon, {}),
    },
    checkout: {
      placeOrder: (body: RequestOf<typeof placeOrder>['body'], key: string) =>
        call(placeOrder, { body }, ({ order }) => order, { headers: { [IDEMPOTENCY_HEADER]: key } }),
      order: (number: string, signal?: AbortSignal) =>
        call(getOrder, { params: { number } }, ({ order }) => order, { signal }),
      openGuestOrder: (number: string, body: RequestOf<typeof openGuestOrder>['body']) =>
        call(openGuestOrder, { params: { number }, body }, ({ order }) => order),
      delivery: async () => ({
        next: () => call(getNextDelivery, { query: {} }, data),
        slots: (query: RequestOf<typeof listDeliverySlots>['query']) => call(listDeliverySlots, { query }, data),
        hold: (slot_id: number) => call(holdDeliverySlot, { body: { slot_id } }, (answer) => answer.data.held_minutes),
      }),
      paymentMethods: () => call(listPaymentMethods, {}, data),
      startPayment: (number: string) => call(startPayment, { params: { number } }, ({ url }) => url),
    },
    posts: {
      list: (store: StorefrontSlug, page: number, signal?: AbortSignal) =>
        call(listPosts, { query: { store, page: String(page) } }, data, { signal }),
      detail: (id: string, signal?: AbortSignal) => call(getPost, { params: { id } }, data, { signal }),
    },
    contact: {
      send: (body: RequestOf<typeof sendContactMessage>['body']) =>
        call(sendContactMessage, { body }, ({ message }) => message),
    },
  };
};
