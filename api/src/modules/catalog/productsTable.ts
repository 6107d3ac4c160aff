import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { facetCellsTable } from './facetCellsTable';
import { tsvector } from './tsvector';

export const productsTable = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    store: text('store').notNull(),
    sku: text('sku').notNull().unique(),
    name: text('name').notNull(),
    category: text('category').notNull(),
    categoryName: text('category_name').notNull(),
    brand: text('brand').notNull(),
    brandName: text('brand_name').notNull(),
    currency: text('currency').notNull().default('USD'),
    priceCents: integer('price_cents').notNull(),
    originalPriceCents: integer('original_price_cents'),
    offer: integer('offer').notNull().default(0),
    priceFrom: boolean('price_from').notNull().default(false),
    sellerName: text('seller_name').notNull(),
    /** Tenths of a star: 48 is 4.8. */
    ratingTenths: integer('rating_tenths').notNull(),
    reviewCount: integer('review_count').notNull().default(0),
    /** Number of votes with 1 to 5 stars, from which average and count are derived. */
    ratingCounts: integer('rating_counts')
      .array()
      .notNull()
      .default(sql`'{0,0,0,0,0}'`),
    stock: integer('stock').notNull(),
    /** Pieces of unpaid orders, which `stock` no longer contains. */
    held: integer('held').notNull().default(0),
    /** Slugs by the ids of facets: see productAttributes.ts. */
    attributes: jsonb('attributes').notNull().default({}),
    unit: text('unit'),
    /** The contract's measure: of the product, or of its cheapest variant. */
    measure: jsonb('measure'),
    popular: boolean('popular').notNull().default(false),
    featuredRank: integer('featured_rank').notNull(),
    image: text('image').notNull(),
    hoverImage: text('hover_image'),
    images: jsonb('images').notNull(),
    shortDescription: text('short_description').notNull(),
    description: text('description').notNull(),
    features: jsonb('features').notNull(),
    specifications: jsonb('specifications').notNull(),
    variantLabel: text('variant_label').notNull().default(''),
    storeFeatures: jsonb('store_features').notNull(),
    /** Searched text (product.md 4.8): name, description, category, brand and attributes. A trigger folds it. */
    searchText: text('search_text').notNull(),
    /** Set by a trigger: the words of `searchText`. Those of name, category, brand and attributes have weight A. */
    searchVector: tsvector('search_vector'),
    /** `draft`, `published` or `archived`: shoppers see and buy what is published. */
    status: text('status').notNull().default('published'),
    /** Raised by each import and edit: an import is undone while nobody has changed its products since. */
    version: integer('version').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When an operator's import last wrote the product. The catalog sync does not change it from then on. */
    importedAt: timestamp('imported_at', { withTimezone: true }),
    /** Set by a trigger; null unless it is published, which keeps it out of listings and their counts. */
    facetCellId: integer('facet_cell_id').references(() => facetCellsTable.id),
  },
  (table) => [
    check('products_stock_not_negative', sql`${table.stock} >= 0`),
    check('products_price_positive', sql`${table.priceCents} > 0`),
    check('products_status', sql`${table.status} in ('draft', 'published', 'archived')`),
    // Descending sorts scan these backwards: an index with DESC NULLS LAST would not match ORDER BY … DESC.
    // The columns after the sort keys are those that a listing filters by, which allows index-only scans.
    index('products_by_featured').on(table.store, table.featuredRank, table.id, table.facetCellId, table.priceCents),
    index('products_by_price').on(table.store, table.priceCents, table.id, table.facetCellId),
    index('products_by_newest').on(table.store, table.createdAt, table.id, table.facetCellId, table.priceCents),
    index('products_by_rating').on(
      table.store,
      table.ratingTenths,
      table.reviewCount,
      table.id,
      table.facetCellId,
      table.priceCents,
    ),
    index('products_category').on(table.store, table.category, table.featuredRank, table.id),
    index('products_facet_cell').on(table.facetCellId),
    index('products_by_sku').on(sql`lower(${table.sku})`),
    index('products_words').using('gin', table.searchVector),
    // Of the desk, the last changed first.
    index('products_by_change').on(sql`coalesce(${table.importedAt}, ${table.createdAt})`, table.id),
    index('products_unpublished')
      .on(table.status, sql`coalesce(${table.importedAt}, ${table.createdAt})`, table.id)
      .where(sql`${table.status} <> 'published'`),
    index('products_on_sale')
      .on(sql`coalesce(${table.importedAt}, ${table.createdAt})`, table.id)
      .where(sql`${table.offer} > 0 and ${table.status} = 'published'`),
    // Not the storefront first: a narrow index by storefront is combined with that of words, which reads half of it.
    index('products_of_brand').on(table.brand, table.store),
    // What a product is: most of what descriptions mention is nothing that the desk finds.
    index('products_named').using('gin', sql`ts_filter(${table.searchVector}, '{a}')`),
    index('products_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
  ],
);

export const productVariantsTable = pgTable(
  'product_variants',
  {
    productId: text('product_id')
      .notNull()
      .references(() => productsTable.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    name: text('name').notNull(),
    sku: text('sku').notNull(),
    priceCents: integer('price_cents').notNull(),
    stock: integer('stock').notNull(),
    held: integer('held').notNull().default(0),
    measure: jsonb('measure'),
    image: text('image'),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.id] }),
    index('variants_by_sku').on(sql`lower(${table.sku})`),
    check('variants_stock_not_negative', sql`${table.stock} >= 0`),
  ],
);
