import type { ProductDetail, ProductPage } from '@shop/contracts';
import { paths } from '@shop/shared/navigation';

interface Crumb {
  readonly label: string;
  readonly href?: string;
}

const CURRENCY = 'USD';

const absolute = (origin: string, path: string): string =>
  origin === '' || !URL.canParse(path, origin) ? path : new URL(path, origin).href;

/** schema.org's BreadcrumbList; the last crumb is the page itself. */
export const breadcrumbData = (crumbs: readonly Crumb[], origin: string): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    ...(href === undefined ? {} : { item: absolute(origin, href) }),
  })),
});

/** schema.org's ItemList of a listing's page. */
export const itemListData = ({ items, page, pageSize, total }: ProductPage, origin: string): object => ({
  '@type': 'ItemList',
  numberOfItems: total,
  itemListElement: items.map(({ id, name }, index) => ({
    '@type': 'ListItem',
    position: (page - 1) * pageSize + index + 1,
    name,
    url: absolute(origin, paths.product(id)),
  })),
});

/** schema.org's Product with price and rating; fields without data are omitted. */
export const productData = (product: ProductDetail, origin: string): object => {
  const url = absolute(origin, paths.product(product.id));
  const prices = product.variants.map(({ price }) => price);
  const offer = {
    priceCurrency: CURRENCY,
    availability: product.stock > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: product.sellerName },
    url,
  };
  return {
    '@type': 'Product',
    '@id': url,
    name: product.name,
    description: product.shortDescription,
    sku: product.sku,
    category: product.categoryName,
    image: product.images.map((image) => absolute(origin, image.url)),
    brand: { '@type': 'Brand', name: product.brandName },
    ...(product.material ? { material: product.material } : {}),
    ...(product.color ? { color: product.color } : {}),
    offers:
      prices.length > 0
        ? {
            '@type': 'AggregateOffer',
            ...offer,
            lowPrice: Math.min(...prices).toFixed(2),
            highPrice: Math.max(...prices).toFixed(2),
            offerCount: prices.length,
          }
        : { '@type': 'Offer', ...offer, price: product.price.toFixed(2) },
    ...(product.reviewCount > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.rating,
            reviewCount: product.reviewCount,
            bestRating: 5,
            worstRating: 1,
          },
        }
      : {}),
    ...(product.reviews.length > 0
      ? {
          review: product.reviews.map(({ userName, rating, comment, date }) => ({
            '@type': 'Review',
            author: { '@type': 'Person', name: userName },
            datePublished: date.slice(0, 10),
            reviewBody: comment,
            reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
          })),
        }
      : {}),
  };
};
