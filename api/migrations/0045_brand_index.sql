CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_of_brand" ON "products" USING btree ("brand","store");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_brand";
