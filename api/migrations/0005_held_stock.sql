CREATE TABLE "order_holders" (
	"order_id" integer NOT NULL,
	"holder" text NOT NULL,
	CONSTRAINT "order_holders_order_id_holder_pk" PRIMARY KEY("order_id","holder")
);
--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "held" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "held" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "holds_stock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_holders" ADD CONSTRAINT "order_holders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_holders_holder" ON "order_holders" USING btree ("holder");--> statement-breakpoint

-- Written by hand. Locks an order and then its stock in the order of ids, as canceling does, to prevent deadlocks.
CREATE PROCEDURE fill_held_stock() LANGUAGE plpgsql AS $$
DECLARE
  unpaid record;
  line record;
BEGIN
  FOR unpaid IN SELECT id FROM orders WHERE status IN ('on-hold', 'pending-payment', 'processing') ORDER BY id LOOP
    UPDATE orders SET holds_stock = true WHERE id = unpaid.id AND NOT holds_stock
      AND (status IN ('on-hold', 'pending-payment') OR (status = 'processing' AND payment_method = 'cash' AND total_cents > 0));
    IF FOUND THEN
      FOR line IN SELECT product_id, variant_id, quantity FROM order_lines WHERE order_id = unpaid.id
        ORDER BY product_id || coalesce(variant_id, '') COLLATE "C" LOOP
        UPDATE products SET held = held + line.quantity WHERE id = line.product_id AND line.variant_id IS NULL;
        UPDATE product_variants SET held = held + line.quantity WHERE product_id = line.product_id AND id = line.variant_id;
      END LOOP;
    END IF;
    COMMIT;
  END LOOP;
END $$;--> statement-breakpoint

-- Locks holders, sorted to prevent deadlocks, and returns what their orders hold. A function, because its second
-- statement sees what was committed while the first one waited, and an order needs no further query.
CREATE FUNCTION lock_holdings(holders text[])
RETURNS TABLE (holder text, product_id text, quantity integer, cents double precision) LANGUAGE plpgsql
-- A plan from when the tables were small would read all lines of all orders.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(h, 0)) FROM (SELECT unnest(holders) AS h ORDER BY 1) sorted;
  RETURN QUERY SELECT h.holder, l.product_id, sum(l.quantity)::integer, sum(l.unit_price_cents * l.quantity)::double precision
    FROM order_holders h JOIN order_lines l ON l.order_id = h.order_id WHERE h.holder = ANY (holders) GROUP BY 1, 2;
END $$;
