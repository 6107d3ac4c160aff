import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { tsvector } from './tsvector';

/**
 * Each combination of attributes that products have. There are few, so a listing reads their values once instead of
 * once per cell. Triggers maintain the table.
 */
export const attributeSetsTable = pgTable('attribute_sets', {
  id: serial('id').primaryKey(),
  attributes: jsonb('attributes').notNull().unique(),
});

/**
 * Counts the products for each combination of facet values. Facets are sums over these cells, so their cost depends on
 * the number of combinations, not of products. Triggers maintain the table (migrations/0000_shop.sql).
 */
export const facetCellsTable = pgTable(
  'facet_cells',
  {
    id: serial('id').primaryKey(),
    store: text('store').notNull(),
    category: text('category').notNull(),
    categoryName: text('category_name').notNull(),
    brand: text('brand').notNull(),
    brandName: text('brand_name').notNull(),
    /** Set by a trigger. */
    attributeSetId: integer('attribute_set_id').references(() => attributeSetsTable.id),
    /** The floor of the rating: 4 for 4.8. */
    rating: smallint('rating').notNull(),
    hasOffer: boolean('has_offer').notNull(),
    /** Index of the price's band between `facet_price_bounds()`. */
    priceBand: smallint('price_band').notNull(),
    /**
     * Set by a trigger, folded. These words are also in `products.search_text`, so a match here matches every product
     * of the cell.
     */
    searchText: text('search_text').notNull(),
    /** Set by a trigger. */
    searchVector: tsvector('search_vector'),
    products: integer('products').notNull().default(0),
  },
  (table) => [
    uniqueIndex('facet_cells_by_values').on(
      table.store,
      table.category,
      table.categoryName,
      table.brand,
      table.brandName,
      table.rating,
      table.hasOffer,
      table.priceBand,
      table.attributeSetId,
    ),
  ],
);

/** Folded words in product names, for correcting typos in suggestions. Triggers maintain the table. */
export const searchWordsTable = pgTable(
  'search_words',
  {
    store: text('store').notNull(),
    word: text('word').notNull(),
    /** Number of products with this word. */
    products: integer('products').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.store, table.word] }),
    index('search_words_trigrams').using('gin', sql`${table.word} gin_trgm_ops`),
  ],
);
