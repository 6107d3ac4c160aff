CALL fill_held_stock();
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_holding" ON "orders" USING btree ("id") WHERE "orders"."holds_stock";
