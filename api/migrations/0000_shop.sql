CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;--> statement-breakpoint
CREATE TABLE "account_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" text,
	"kind" text NOT NULL,
	"detail" text NOT NULL,
	"network" text,
	"times" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_identities_provider_subject_pk" PRIMARY KEY("provider","subject"),
	CONSTRAINT "account_identities_account" UNIQUE("account_id","provider")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"password_hash" text,
	"device_epoch" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "reset_grants" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"account_id" text NOT NULL,
	"device" text NOT NULL,
	"remembered" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"phone" text,
	"password_hash" text,
	"account_id" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_mails" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"network" text NOT NULL,
	"known_device" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer NOT NULL,
	"used" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "codes_email_purpose_pk" PRIMARY KEY("email","purpose")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"account_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"items" jsonb NOT NULL,
	"coupon_code" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"id" serial PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"logo" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "brands_store_slug" UNIQUE("store","slug")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" serial PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "categories_store_slug" UNIQUE("store","slug")
);
--> statement-breakpoint
CREATE TABLE "attribute_sets" (
	"id" serial PRIMARY KEY NOT NULL,
	"attributes" jsonb NOT NULL,
	CONSTRAINT "attribute_sets_attributes_unique" UNIQUE("attributes")
);
--> statement-breakpoint
CREATE TABLE "facet_cells" (
	"id" serial PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"category" text NOT NULL,
	"category_name" text NOT NULL,
	"brand" text NOT NULL,
	"brand_name" text NOT NULL,
	"attribute_set_id" integer,
	"rating" smallint NOT NULL,
	"has_offer" boolean NOT NULL,
	"price_band" smallint NOT NULL,
	"search_text" text NOT NULL,
	"products" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"store" text NOT NULL,
	"word" text NOT NULL,
	"products" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_words_store_word_pk" PRIMARY KEY("store","word")
);
--> statement-breakpoint
CREATE TABLE "product_variants" (
	"product_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"sku" text NOT NULL,
	"price_cents" integer NOT NULL,
	"stock" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_variants_product_id_id_pk" PRIMARY KEY("product_id","id"),
	CONSTRAINT "variants_stock_not_negative" CHECK ("product_variants"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"category_name" text NOT NULL,
	"brand" text NOT NULL,
	"brand_name" text NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"price_cents" integer NOT NULL,
	"original_price_cents" integer,
	"offer" integer DEFAULT 0 NOT NULL,
	"price_from" boolean DEFAULT false NOT NULL,
	"seller_name" text NOT NULL,
	"rating_tenths" integer NOT NULL,
	"review_count" integer DEFAULT 0 NOT NULL,
	"rating_counts" integer[] DEFAULT '{0,0,0,0,0}' NOT NULL,
	"stock" integer NOT NULL,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"unit" text,
	"popular" boolean DEFAULT false NOT NULL,
	"featured_rank" integer NOT NULL,
	"image" text NOT NULL,
	"hover_image" text,
	"images" jsonb NOT NULL,
	"short_description" text NOT NULL,
	"description" text NOT NULL,
	"features" jsonb NOT NULL,
	"specifications" jsonb NOT NULL,
	"variant_label" text DEFAULT '' NOT NULL,
	"store_features" jsonb NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"imported_at" timestamp with time zone,
	"facet_cell_id" integer,
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_stock_not_negative" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_price_positive" CHECK ("products"."price_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"spam" boolean NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" text PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"published_on" date NOT NULL,
	"category" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"read_more" text NOT NULL,
	"author" text NOT NULL,
	"image" text NOT NULL,
	"image_alt" text NOT NULL,
	"reading_time" integer NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"order_number" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"account_id" text,
	"email_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"code" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"minimum_cents" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"max_uses_per_customer" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "coupons_code" CHECK ("coupons"."code" = upper("coupons"."code")),
	CONSTRAINT "coupons_amount" CHECK (("coupons"."kind" = 'percent' and "coupons"."amount" between 1 and 100) or ("coupons"."kind" = 'fixed' and "coupons"."amount" > 0)),
	CONSTRAINT "coupons_uses" CHECK ("coupons"."uses" >= 0 and ("coupons"."max_uses" is null or "coupons"."uses" <= "coupons"."max_uses"))
);
--> statement-breakpoint
CREATE TABLE "currencies" (
	"code" text PRIMARY KEY NOT NULL,
	"rate" numeric(14, 6) NOT NULL,
	CONSTRAINT "currencies_rate" CHECK ("currencies"."rate" > 0)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" serial PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"code" text,
	"created_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "operator_log" (
	"id" serial PRIMARY KEY NOT NULL,
	"who" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"body_hash" text NOT NULL,
	"order_number" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" integer NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"variant_id" text,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_lines_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" serial PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"subtotal_cents" integer NOT NULL,
	"discount_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"coupon_code" text,
	"display_currency" text DEFAULT 'USD' NOT NULL,
	"exchange_rate" numeric(14, 6) DEFAULT '1' NOT NULL,
	"payment_method" text NOT NULL,
	"payment_instructions" text NOT NULL,
	"billing" jsonb NOT NULL,
	"shipping_address" jsonb,
	"account_id" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = "orders"."subtotal_cents" - "orders"."discount_cents" and "orders"."discount_cents" >= 0 and "orders"."total_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"kind" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"received_cents" integer,
	"received_currency" text,
	"refund_claimed_at" timestamp with time zone,
	"refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"position" serial NOT NULL,
	"label" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"company_name" text NOT NULL,
	"country" text NOT NULL,
	"street_address" text NOT NULL,
	"apartment" text NOT NULL,
	"town_city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"phone" text NOT NULL,
	"default_billing" boolean NOT NULL,
	"default_shipping" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wishlist_items" (
	"account_id" text NOT NULL,
	"product_id" text NOT NULL,
	"position" serial NOT NULL,
	CONSTRAINT "wishlist_items_account_id_product_id_pk" PRIMARY KEY("account_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" serial PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"account_id" text,
	"user_name" text NOT NULL,
	"rating" integer NOT NULL,
	"comment" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reviews_rating_range" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "seed_state" (
	"name" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_identities" ADD CONSTRAINT "account_identities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_grants" ADD CONSTRAINT "reset_grants_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "facet_cells" ADD CONSTRAINT "facet_cells_attribute_set_id_attribute_sets_id_fk" FOREIGN KEY ("attribute_set_id") REFERENCES "public"."attribute_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_facet_cell_id_facet_cells_id_fk" FOREIGN KEY ("facet_cell_id") REFERENCES "public"."facet_cells"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_code_coupons_code_fk" FOREIGN KEY ("code") REFERENCES "public"."coupons"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_events_owner" ON "account_events" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "account_events_network" ON "account_events" USING btree ("network","id") WHERE account_id IS NULL;--> statement-breakpoint
CREATE INDEX "reset_grants_owner" ON "reset_grants" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_owner" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "challenges_address" ON "challenges" USING btree ("email","purpose");--> statement-breakpoint
CREATE INDEX "challenges_expiry" ON "challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "code_mails_address" ON "code_mails" USING btree ("email","sent_at");--> statement-breakpoint
CREATE INDEX "code_mails_network" ON "code_mails" USING btree ("network","sent_at");--> statement-breakpoint
CREATE INDEX "codes_expiry" ON "codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "facet_cells_by_values" ON "facet_cells" USING btree ("store","category","category_name","brand","brand_name","rating","has_offer","price_band","attribute_set_id");--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_by_featured" ON "products" USING btree ("store","featured_rank","id","facet_cell_id","price_cents");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("store","price_cents","id","facet_cell_id");--> statement-breakpoint
CREATE INDEX "products_by_newest" ON "products" USING btree ("store","created_at","id","facet_cell_id","price_cents");--> statement-breakpoint
CREATE INDEX "products_by_rating" ON "products" USING btree ("store","rating_tenths","review_count","id","facet_cell_id","price_cents");--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("store","category","featured_rank","id");--> statement-breakpoint
CREATE INDEX "products_facet_cell" ON "products" USING btree ("facet_cell_id");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_fingerprint" ON "contact_messages" USING btree ("fingerprint","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_age" ON "contact_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "posts_by_newest" ON "posts" USING btree ("store","published_on","id");--> statement-breakpoint
CREATE INDEX "coupon_uses_customer" ON "coupon_uses" USING btree ("code","email_hash");--> statement-breakpoint
CREATE INDEX "coupon_uses_account" ON "coupon_uses" USING btree ("code","account_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("sent_at","next_attempt_at");--> statement-breakpoint
CREATE INDEX "operator_log_subject" ON "operator_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "orders_owner" ON "orders" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'pending-payment';--> statement-breakpoint
CREATE INDEX "orders_on_hold" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'on-hold';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_number","status");--> statement-breakpoint
CREATE INDEX "addresses_owner" ON "addresses" USING btree ("account_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_default_billing" ON "addresses" USING btree ("account_id") WHERE "addresses"."default_billing";--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_default_shipping" ON "addresses" USING btree ("account_id") WHERE "addresses"."default_shipping";--> statement-breakpoint
CREATE INDEX "wishlist_items_product" ON "wishlist_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "reviews_by_newest" ON "reviews" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_by_rating" ON "reviews" USING btree ("product_id","rating","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_per_account" ON "reviews" USING btree ("account_id","product_id");--> statement-breakpoint
CREATE INDEX "counters_expiry" ON "counters" USING btree ("resets_at");--> statement-breakpoint

-- Written by hand: triggers maintain facet cells, attribute sets and search words, so that every write to products keeps them correct.
CREATE FUNCTION facet_price_bounds() RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[1000, 2000, 3000, 5000, 7500, 10000, 15000, 20000, 25000, 30000, 40000, 50000, 75000, 100000, 200000, 500000]
$$;--> statement-breakpoint
CREATE FUNCTION facet_price_band(cents integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT width_bucket(cents, facet_price_bounds())
$$;--> statement-breakpoint
CREATE FUNCTION attribute_values(attributes jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(value ORDER BY key), '{}') FROM jsonb_each_text(attributes)
$$;--> statement-breakpoint
CREATE FUNCTION product_words(VARIADIC texts text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT word FROM regexp_split_to_table(lower(array_to_string(texts, ' ')), '[][[:space:]\x1f,.;:!?()"/&+_-]+') AS word
  WHERE length(word) BETWEEN 3 AND 40 AND word !~ '[0-9]'
$$;--> statement-breakpoint
CREATE FUNCTION searched_words(name text, category_name text, brand_name text, attributes jsonb) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT product_words(VARIADIC ARRAY[name, category_name, brand_name] || attribute_values(attributes))
$$;--> statement-breakpoint

CREATE FUNCTION assign_facet_cell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  attribute_set integer;
  cell integer;
BEGIN
  FOR attempt IN 1..2 LOOP
    SELECT id INTO attribute_set FROM attribute_sets WHERE attributes = NEW.attributes;
    EXIT WHEN attribute_set IS NOT NULL;
    INSERT INTO attribute_sets (attributes) VALUES (NEW.attributes) ON CONFLICT DO NOTHING RETURNING id INTO attribute_set;
    EXIT WHEN attribute_set IS NOT NULL;
  END LOOP;
  FOR attempt IN 1..2 LOOP
    SELECT id INTO cell FROM facet_cells WHERE store = NEW.store AND category = NEW.category AND category_name = NEW.category_name
      AND brand = NEW.brand AND brand_name = NEW.brand_name AND rating = NEW.rating_tenths / 10 AND has_offer = (NEW.offer > 0)
      AND price_band = facet_price_band(NEW.price_cents) AND attribute_set_id = attribute_set;
    EXIT WHEN cell IS NOT NULL;
    INSERT INTO facet_cells (store, category, category_name, brand, brand_name, attribute_set_id, rating, has_offer, price_band, search_text)
    VALUES (NEW.store, NEW.category, NEW.category_name, NEW.brand, NEW.brand_name, attribute_set,
      NEW.rating_tenths / 10, NEW.offer > 0, facet_price_band(NEW.price_cents),
      lower(concat_ws(E' \x1f ', VARIADIC ARRAY[NEW.category_name, NEW.category, NEW.brand_name, NEW.brand] || attribute_values(NEW.attributes))))
    ON CONFLICT DO NOTHING RETURNING id INTO cell;
    EXIT WHEN cell IS NOT NULL;
  END LOOP;
  NEW.facet_cell_id := cell;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER products_assign_facet_cell BEFORE INSERT OR
  UPDATE OF store, category, category_name, brand, brand_name, attributes, rating_tenths, offer, price_cents, facet_cell_id
  ON products FOR EACH ROW EXECUTE FUNCTION assign_facet_cell();--> statement-breakpoint

CREATE FUNCTION count_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facet_cells c SET products = c.products + a.products
  FROM (SELECT facet_cell_id, count(*) AS products FROM added GROUP BY 1) a WHERE c.id = a.facet_cell_id;
  INSERT INTO search_words AS w (store, word, products)
  SELECT a.store, word, count(*) FROM added a, searched_words(a.name, a.category_name, a.brand_name, a.attributes) word
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (store, word) DO UPDATE SET products = w.products + excluded.products;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_count_added AFTER INSERT ON products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_products();--> statement-breakpoint

CREATE FUNCTION count_removed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facet_cells c SET products = c.products - r.products
  FROM (SELECT facet_cell_id, count(*) AS products FROM removed GROUP BY 1) r WHERE c.id = r.facet_cell_id;
  UPDATE search_words w SET products = w.products - r.products
  FROM (SELECT a.store, word, count(*) AS products
    FROM removed a, searched_words(a.name, a.category_name, a.brand_name, a.attributes) word GROUP BY 1, 2) r
  WHERE w.store = r.store AND w.word = r.word;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_count_removed AFTER DELETE ON products
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_products();--> statement-breakpoint

CREATE FUNCTION count_moved_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facet_cells SET products = products + CASE id WHEN NEW.facet_cell_id THEN 1 ELSE -1 END WHERE id IN (OLD.facet_cell_id, NEW.facet_cell_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_count_moved AFTER UPDATE ON products FOR EACH ROW
  WHEN (OLD.facet_cell_id IS DISTINCT FROM NEW.facet_cell_id) EXECUTE FUNCTION count_moved_product();--> statement-breakpoint

CREATE FUNCTION count_renamed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_words SET products = products - 1
  WHERE store = OLD.store AND word IN (SELECT searched_words(OLD.name, OLD.category_name, OLD.brand_name, OLD.attributes));
  INSERT INTO search_words AS w (store, word, products)
  SELECT NEW.store, word, 1 FROM searched_words(NEW.name, NEW.category_name, NEW.brand_name, NEW.attributes) word
  ON CONFLICT (store, word) DO UPDATE SET products = w.products + 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_count_renamed AFTER UPDATE ON products FOR EACH ROW
  WHEN ((OLD.store, OLD.name, OLD.category_name, OLD.brand_name, OLD.attributes)
    IS DISTINCT FROM (NEW.store, NEW.name, NEW.category_name, NEW.brand_name, NEW.attributes))
  EXECUTE FUNCTION count_renamed_product();
