CREATE INDEX CONCURRENTLY IF NOT EXISTS "reviews_by_state" ON "reviews" USING btree ("status","created_at","id");
