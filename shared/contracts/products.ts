import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { SORT_OPTIONS } from './constants';
import { defineEndpoint, Nullable } from './endpoint';
import { ATTRIBUTES, FACETS, mapFacets } from './facets';
import { typedText } from './fields';
import { OptionalMeasure } from './measure';
import { Review } from './reviews';
import { StorefrontSlug } from './storefront';

export const SortOption = Type.Union(SORT_OPTIONS.map((option) => Type.Literal(option)));
export type SortOption = (typeof SORT_OPTIONS)[number];

/** A product in a listing (product.md 4.10). Prices are dollars here and integer cents in the database. */
export const Product = Type.Object({
  id: Type.String(),
  store: StorefrontSlug,
  sku: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  originalPrice: Nullable(Type.Number()),
  /** Percent off, 0 without an offer. */
  offer: Type.Integer(),
  image: Type.String(),
  hoverImage: Nullable(Type.String()),
  sellerName: Type.String(),
  rating: Type.Number(),
  reviewCount: Type.Integer(),
  stock: Type.Integer(),
  description: Type.String(),
  /** Slug; `categoryName` is the displayed text. */
  category: Type.String(),
  categoryName: Type.String(),
  brand: Type.String(),
  brandName: Type.String(),
  /** Slugs, '' without a value. Optional, because during a deployment one side may not know an attribute yet. */
  ...mapFacets(ATTRIBUTES, () => Type.Optional(Type.String())),
  popular: Type.Boolean(),
  /** True if there are variants to choose from: shown as "From $x" with 'Select options'. */
  priceFrom: Type.Boolean(),
  /** Pack size such as "500 g"; null if there is none. */
  unit: Nullable(Type.String()),
  /** Days that food stays fresh after delivery. */
  freshnessDays: Type.Optional(Nullable(Type.Integer())),
  /** Of the cheapest variant, as the price. */
  measure: OptionalMeasure,
});
export type Product = Static<typeof Product>;

export const ProductImage = Type.Object({
  url: Type.String(),
  alt: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
});
export type ProductImage = Static<typeof ProductImage>;

export const ProductVariant = Type.Object({
  id: Type.String(),
  /** Displayed name: "54 mm", "1 kg". */
  name: Type.String(),
  sku: Type.String(),
  price: Type.Number(),
  stock: Type.Integer(),
  measure: OptionalMeasure,
  /** URL of the one of `images` that shows it; null if it looks like the product. */
  image: Type.Optional(Nullable(Type.String())),
});
export type ProductVariant = Static<typeof ProductVariant>;

export const Specification = Type.Object({ name: Type.String(), value: Type.String() });

/** Data for features of one storefront (product.md 1.3). Missing features are absent. */
export const ProductFeatures = Type.Object({
  customization: Type.Optional(
    Type.Object({
      engravingMaxLetters: Type.Integer(),
      /** In dollars, per piece; free if it is not given. */
      engravingPrice: Type.Optional(Type.Number()),
    }),
  ),
  certification: Type.Optional(
    Type.Object({
      laboratory: Type.String(),
      reportNumber: Type.String(),
      /** What the report says: its date, carat, color, clarity. */
      values: Type.Optional(Type.Array(Specification)),
      /** The report at its laboratory; not needed for those that the shop knows. */
      reportUrl: Type.Optional(Type.String({ maxLength: 500, pattern: /^https:\/\/\S+$/.source })),
    }),
  ),
  /** Ring sizes of its own; empty for the chart that all rings share. */
  sizeGuide: Type.Optional(
    Type.Array(Type.Object({ mm: Type.Number(), us: Type.String(), uk: Type.String(), eu: Type.String() })),
  ),
  /** Of a ring that comes in one size: its inner circumference in millimeters. */
  ringSize: Type.Optional(Type.Number()),
  freshnessDays: Type.Optional(Type.Integer()),
  /** Replaced by `measure`. Older releases of mfe-catalog still read it. */
  weightOptions: Type.Optional(Type.Array(Type.Object({ label: Type.String(), pricePerKg: Type.Number() }))),
});
export type ProductFeatures = Static<typeof ProductFeatures>;

export const ProductDetail = Type.Intersect([
  Product,
  Type.Object({
    images: Type.Array(ProductImage),
    shortDescription: Type.String(),
    /** Sentences of the feature list. */
    features: Type.Array(Type.String()),
    specifications: Type.Array(Specification),
    variants: Type.Array(ProductVariant),
    /** Label of the variant choice: "Ring size", "Pack size"; '' without variants. */
    variantLabel: Type.String(),
    storeFeatures: ProductFeatures,
    /** The newest written reviews; `listReviews` returns all of them. */
    reviews: Type.Array(Review),
    /** Number of 1-, 2-, 3-, 4- and 5-star ratings; their sum is `reviewCount`. */
    ratingCounts: Type.Array(Type.Integer(), { minItems: 5, maxItems: 5 }),
    relatedProducts: Type.Array(Product),
  }),
]);
export type ProductDetail = Static<typeof ProductDetail>;

export const FacetValue = Type.Object({ value: Type.String(), label: Type.String(), count: Type.Integer() });
export type FacetValue = Static<typeof FacetValue>;

export const Facets = Type.Object({
  category: Type.Array(FacetValue),
  brand: Type.Array(FacetValue),
  ...mapFacets(ATTRIBUTES, () => Type.Optional(Type.Array(FacetValue))),
  rating: Type.Array(FacetValue),
  /** Number of products with an offer, under the other filters. */
  offers: Type.Integer(),
  /** Price range of the storefront in dollars. */
  price: Type.Object({ min: Type.Number(), max: Type.Number() }),
});
export type Facets = Static<typeof Facets>;

/**
 * Filters are plain text: visitors can edit the query string, so odd values give a sensible page instead of an error.
 */
const FilterText = Type.Optional(Type.String(typedText));
export const ProductQuery = Type.Object({
  store: Type.Optional(StorefrontSlug),
  q: FilterText,
  ...mapFacets(FACETS, () => FilterText),
  rating: FilterText,
  minPrice: FilterText,
  maxPrice: FilterText,
  offers: FilterText,
  sort: FilterText,
  page: FilterText,
  /** `next` of a previous response: continues after its last product, whatever was added or sold meanwhile. */
  after: FilterText,
});
export type ProductQuery = Static<typeof ProductQuery>;

const Total = {
  total: Type.Integer(),
  /** 'at-least' if a search has too many matches to count all. The facets' counts are minimums then, too. */
  totalRelation: Type.Union([Type.Literal('exact'), Type.Literal('at-least')]),
};

/** What a page without products shows instead (product.md 4.13). */
export const NearProducts = Type.Object({
  kind: Type.Union([Type.Literal('without-filters'), Type.Literal('some-words'), Type.Literal('popular')]),
  items: Type.Array(Product),
  ...Total,
  /** The words that were searched instead of `q`. Absent if all of `q` was, or nothing. */
  searchedFor: Type.Optional(Type.String()),
});
export type NearProducts = Static<typeof NearProducts>;

/** A category whose products are listed. */
const ListedCategory = Type.Object({ store: StorefrontSlug, slug: Type.String(), name: Type.String() });
export type ListedCategory = Static<typeof ListedCategory>;

export const ProductPage = Type.Object({
  /**
   * The one that the listing has, if it has one that exists. Its address may be another than that which was asked for,
   * which is a former one then, and it may be of another storefront, whose products are not listed here.
   */
  category: Type.Optional(ListedCategory),
  items: Type.Array(Product),
  /** The words that were searched instead of `q`, which had no matches. Absent otherwise. */
  searchedFor: Type.Optional(Type.String()),
  ...Total,
  /** Only on a page without products. */
  near: Type.Optional(NearProducts),
  /** The returned page. A page past the end returns the last one. */
  page: Type.Integer(),
  pageSize: Type.Integer(),
  /** Opaque cursor for `after`; null on the last page. */
  next: Nullable(Type.String()),
  facets: Facets,
});
export type ProductPage = Static<typeof ProductPage>;

export const listProducts = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/products',
  access: 'anyone',
  query: ProductQuery,
  response: Type.Object({ success: Type.Literal(true), data: ProductPage, message: Type.String() }),
  failureMessage: 'Failed to fetch products',
});

const ProductParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });
const ProductList = Type.Object({ success: Type.Literal(true), data: Type.Array(Product), message: Type.String() });

export const getProduct = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/products/:id',
  access: 'anyone',
  params: ProductParams,
  response: Type.Object({ success: Type.Literal(true), data: ProductDetail, message: Type.String() }),
  failureMessage: 'Failed to fetch product',
});

/** The page of a product that is not published, for whoever has the key of its link. 404 once that has expired. */
export const getProductDraft = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/products/:id/draft',
  access: 'anyone',
  params: ProductParams,
  query: Type.Object({ key: Type.String({ maxLength: 128 }) }),
  response: Type.Object({
    success: Type.Literal(true),
    data: ProductDetail,
    /** Whether it is published meanwhile. */
    published: Type.Boolean(),
    message: Type.String(),
  }),
  failureMessage: 'Failed to fetch product',
});

export const listRelatedProducts = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/products/:id/related',
  access: 'anyone',
  params: ProductParams,
  response: ProductList,
  failureMessage: 'Failed to fetch related products',
});

export const listProductsById = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/products-by-id',
  access: 'anyone',
  /** Without `ids`, none. */
  query: Type.Object({ ids: Type.Optional(Type.String({ maxLength: 4_000 })) }),
  response: ProductList,
  failureMessage: 'Failed to fetch products',
});
