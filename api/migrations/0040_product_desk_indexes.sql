CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_unpublished" ON "products" USING btree ("status",coalesce("imported_at", "created_at"),"id") WHERE "products"."status" <> 'published';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_on_sale" ON "products" USING btree (coalesce("imported_at", "created_at"),"id") WHERE "products"."offer" > 0 and "products"."status" = 'published';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_brand" ON "products" USING btree ("store","brand");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_named" ON "products" USING gin (ts_filter("search_vector", '{a}'));
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "stock_changes_key" ON "stock_changes" USING btree ("key") WHERE "stock_changes"."key" is not null;
--> statement-breakpoint
CALL fill_low_stock();
