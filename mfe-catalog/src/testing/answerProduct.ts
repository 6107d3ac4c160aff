import {
  getProduct,
  getWaitingReview,
  listProductsById,
  listRelatedProducts,
  listReviews,
  type ProductDetail,
} from '@shop/contracts';
import { aReviewPage, respondTo, type ContractAnswer } from '@shop/shared/testing';

/** What a product page asks for besides the product: one review and no other products. */
export const aroundProduct: readonly ContractAnswer[] = [
  respondTo(listRelatedProducts, () => ({ data: [] })),
  respondTo(listProductsById, () => ({ data: [] })),
  respondTo(listReviews, () => ({ data: aReviewPage() })),
  respondTo(getWaitingReview, () => ({ data: null })),
];

/** The answers of a page that shows this product. */
export const answerProduct = (product: ProductDetail): readonly ContractAnswer[] => [
  respondTo(getProduct, () => ({ data: product })),
  ...aroundProduct,
];
