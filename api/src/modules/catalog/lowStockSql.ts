/** Rows `l` of what is low and published. The index of what is not published excludes that without reading products. */
export const LOW_STOCK_SQL = `low_stock l
  WHERE NOT EXISTS (SELECT FROM products u WHERE u.id = l.product_id AND u.status <> 'published')`;
