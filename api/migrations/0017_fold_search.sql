CALL fold_search();
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "variants_by_sku" ON "product_variants" USING btree (lower("sku"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_by_sku" ON "products" USING btree (lower("sku"));
