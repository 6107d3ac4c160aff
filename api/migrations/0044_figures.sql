CREATE TABLE "empty_searches" (
	"day" date NOT NULL,
	"store" text NOT NULL,
	"term" text NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "empty_searches_day_store_term_pk" PRIMARY KEY("day","store","term")
);
--> statement-breakpoint
CREATE TABLE "figures_changes" (
	"placed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figures_days" (
	"day" date NOT NULL,
	"store" text NOT NULL,
	"orders" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "figures_days_day_store_pk" PRIMARY KEY("day","store")
);
--> statement-breakpoint
CREATE TABLE "figures_months" (
	"month" date NOT NULL,
	"product_id" text NOT NULL,
	"pieces" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "figures_months_month_product_id_pk" PRIMARY KEY("month","product_id")
);
--> statement-breakpoint
CREATE TABLE "figures_products" (
	"day" date NOT NULL,
	"product_id" text NOT NULL,
	"pieces" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "figures_products_day_product_id_pk" PRIMARY KEY("day","product_id")
);
--> statement-breakpoint
CREATE INDEX "figures_changes_placed" ON "figures_changes" USING btree ("placed_at");--> statement-breakpoint

-- Written by hand. Notes the day of an order that is not of today or yesterday: figures read those from the orders. The
-- conditions are checked without a call, so an order that is placed, paid or sent in time pays nothing.
CREATE FUNCTION note_past_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO figures_changes (placed_at) VALUES (OLD.created_at);
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.created_at <> OLD.created_at) THEN
    INSERT INTO figures_changes (placed_at) VALUES (NEW.created_at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A plan from when there were few orders would read all of them for each payment.
CREATE FUNCTION note_past_money() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO figures_changes (placed_at)
  SELECT created_at FROM orders WHERE number = NEW.order_number AND created_at < now() - interval '12 hours';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_placed_before AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.created_at < now() - interval '12 hours') EXECUTE FUNCTION note_past_order();--> statement-breakpoint
-- Sending an order changes no figure.
CREATE TRIGGER orders_changed_after AFTER UPDATE OF status, total_cents, created_at ON orders
  FOR EACH ROW WHEN (least(OLD.created_at, NEW.created_at) < now() - interval '12 hours' AND (NEW.created_at <> OLD.created_at OR
    NEW.total_cents <> OLD.total_cents OR (NEW.status <> OLD.status AND
      (OLD.status NOT IN ('processing', 'shipped') OR NEW.status NOT IN ('processing', 'shipped')))))
  EXECUTE FUNCTION note_past_order();--> statement-breakpoint
CREATE TRIGGER orders_deleted_after AFTER DELETE ON orders
  FOR EACH ROW WHEN (OLD.created_at < now() - interval '12 hours') EXECUTE FUNCTION note_past_order();--> statement-breakpoint
CREATE TRIGGER refunds_of_past_orders AFTER INSERT OR UPDATE OF state, amount_cents ON refunds
  FOR EACH ROW EXECUTE FUNCTION note_past_money();--> statement-breakpoint
-- A page that is opened to pay is no money yet.
CREATE TRIGGER payments_of_past_orders AFTER INSERT OR UPDATE OF status, amount_cents, received_cents, received_currency ON payments
  FOR EACH ROW WHEN (NEW.status NOT IN ('open', 'failed', 'expired')) EXECUTE FUNCTION note_past_money();
