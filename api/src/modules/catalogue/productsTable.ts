import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, serial, text, timestamp } from 'drizzle-orm/pg-core';

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
    stock: integer('stock').notNull(),
    material: text('material').notNull().default(''),
    stone: text('stone').notNull().default(''),
    color: text('color').notNull().default(''),
    unit: text('unit'),
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
    /** Lower-cased name, description, category, brand, material, stone and color: what search looks through (SPEC 9). */
    searchText: text('search_text').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    check('products_stock_not_negative', sql`${table.stock} >= 0`),
    check('products_price_positive', sql`${table.priceCents} > 0`),
    index('products_featured').on(table.store, table.featuredRank, table.id),
    index('products_price').on(table.store, table.priceCents, table.id),
    index('products_newest').on(table.store, table.createdAt.desc(), table.id.desc()),
    index('products_rating').on(table.store, table.ratingTenths.desc(), table.id),
    index('products_category').on(table.store, table.category, table.featuredRank),
    index('products_brand').on(table.store, table.brand),
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
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.id] }), check('variants_stock_not_negative', sql`${table.stock} >= 0`)],
);

export const reviewsTable = pgTable(
  'reviews',
  {
    id: serial('id').primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => productsTable.id, { onDelete: 'cascade' }),
    userName: text('user_name').notNull(),
    rating: integer('rating').notNull(),
    comment: text('comment').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [check('reviews_rating_range', sql`${table.rating} between 1 and 5`), index('reviews_product').on(table.productId, table.createdAt.desc())],
);
