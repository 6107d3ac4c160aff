ALTER TABLE "orders" ADD CONSTRAINT "orders_status" CHECK ("orders"."status" in ('on-hold', 'pending-payment', 'processing', 'shipped', 'canceled')) NOT VALID;
