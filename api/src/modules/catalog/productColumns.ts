import { ATTRIBUTES } from '@shop/contracts';
import { buildValueSql } from './facetSql';
import { onlyWithFeatureSql } from './hasFeature';

/** Columns of the contract's Product. `p` is the products table. */
export const PRODUCT_COLUMNS = `
  p.id, p.store, p.sku, p.name, p.price_cents / 100.0 AS price, p.original_price_cents / 100.0 AS "originalPrice", p.offer,
  p.image, p.hover_image AS "hoverImage", p.seller_name AS "sellerName", p.rating_tenths / 10.0 AS rating,
  p.review_count AS "reviewCount", p.stock, p.short_description AS description, p.category, p.category_name AS "categoryName",
  p.brand, p.brand_name AS "brandName", ${ATTRIBUTES.map((attribute) => `${buildValueSql(attribute, 'p.')} AS "${attribute.id}"`).join(', ')},
  p.popular, p.price_from AS "priceFrom", p.unit,
  ${onlyWithFeatureSql('weight-options', 'p.measure', 'p.store')} AS measure,
  ${onlyWithFeatureSql('freshness-timer', "(p.store_features ->> 'freshnessDays')::int", 'p.store')} AS "freshnessDays"`;
