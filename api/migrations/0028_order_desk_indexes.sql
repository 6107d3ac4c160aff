CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_lines_product" ON "order_lines" USING btree ("product_id","order_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_status" ON "orders" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_email" ON "orders" USING btree (lower(trim(billing ->> 'email')) text_pattern_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_last_name" ON "orders" USING btree (lower(billing ->> 'lastName') text_pattern_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_name" ON "orders" USING btree (lower((billing ->> 'firstName') || ' ' || (billing ->> 'lastName')) text_pattern_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_slot" ON "orders" USING btree ("delivery_slot_id") WHERE "orders"."delivery_slot_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payments_reference" ON "payments" USING btree ("provider","reference");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_owed" ON "payments" USING btree ("order_number") WHERE "payments"."status" = 'refund-due';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_open" ON "payments" USING btree ("created_at") WHERE "payments"."status" = 'open';
