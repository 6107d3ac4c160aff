CALL fill_search_vectors();
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_words" ON "products" USING gin ("search_vector");
