CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_by_change" ON "products" USING btree (coalesce("imported_at", "created_at"),"id");
