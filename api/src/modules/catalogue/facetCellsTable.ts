import { boolean, integer, pgTable, primaryKey, serial, smallint, text, unique } from 'drizzle-orm/pg-core';

/**
 * A cell holds how many products share one combination of everything a facet counts. Facets are sums over cells, so
 * their cost grows with the combinations in the catalogue, not with its products. Triggers keep it (migrations/0002).
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
    material: text('material').notNull(),
    stone: text('stone').notNull(),
    color: text('color').notNull(),
    /** The floor of the rating: 4 for 4.8. */
    rating: smallint('rating').notNull(),
    hasOffer: boolean('has_offer').notNull(),
    /** Index of the price's band between `facet_price_bounds()`. */
    priceBand: smallint('price_band').notNull(),
    /**
     * The words above, as `products.search_text` has them, too: what matches here matches every product of the cell.
     */
    searchText: text('search_text').notNull(),
    products: integer('products').notNull().default(0),
  },
  (table) => [
    unique('facet_cells_key').on(
      table.store,
      table.category,
      table.categoryName,
      table.brand,
      table.brandName,
      table.material,
      table.stone,
      table.color,
      table.rating,
      table.hasOffer,
      table.priceBand,
    ),
  ],
);

/** The words that products are called by, for suggestions that forgive a slip. Triggers keep it. */
export const searchWordsTable = pgTable(
  'search_words',
  {
    store: text('store').notNull(),
    word: text('word').notNull(),
    /** How many products it is a word of. */
    products: integer('products').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.store, table.word] })],
);
