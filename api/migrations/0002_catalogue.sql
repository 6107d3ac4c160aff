CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;--> statement-breakpoint
CREATE TABLE "facet_cells" (
	"id" serial PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"category" text NOT NULL,
	"category_name" text NOT NULL,
	"brand" text NOT NULL,
	"brand_name" text NOT NULL,
	"material" text NOT NULL,
	"stone" text NOT NULL,
	"color" text NOT NULL,
	"rating" smallint NOT NULL,
	"has_offer" boolean NOT NULL,
	"price_band" smallint NOT NULL,
	"search_text" text NOT NULL,
	"products" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "facet_cells_key" UNIQUE("store","category","category_name","brand","brand_name","material","stone","color","rating","has_offer","price_band")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"store" text NOT NULL,
	"word" text NOT NULL,
	"products" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "search_words_store_word_pk" PRIMARY KEY("store","word")
);
--> statement-breakpoint
DROP INDEX "products_featured";--> statement-breakpoint
DROP INDEX "products_price";--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_rating";--> statement-breakpoint
DROP INDEX "products_brand";--> statement-breakpoint
DROP INDEX "reviews_product";--> statement-breakpoint
DROP INDEX "products_category";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "rating_counts" integer[] DEFAULT '{0,0,0,0,0}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "facet_cell_id" integer;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_facet_cell_id_facet_cells_id_fk" FOREIGN KEY ("facet_cell_id") REFERENCES "public"."facet_cells"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_by_featured" ON "products" USING btree ("store","featured_rank","id","facet_cell_id","price_cents");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("store","price_cents","id","facet_cell_id");--> statement-breakpoint
CREATE INDEX "products_by_newest" ON "products" USING btree ("store","created_at","id","facet_cell_id","price_cents");--> statement-breakpoint
CREATE INDEX "products_by_rating" ON "products" USING btree ("store","rating_tenths","review_count","id","facet_cell_id","price_cents");--> statement-breakpoint
CREATE INDEX "products_facet_cell" ON "products" USING btree ("facet_cell_id");--> statement-breakpoint
CREATE INDEX "reviews_by_newest" ON "reviews" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_by_rating" ON "reviews" USING btree ("product_id","rating","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_per_account" ON "reviews" USING btree ("account_id","product_id");--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("store","category","featured_rank","id");--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint

-- What follows was written by hand: facet cells and search words are kept by triggers, so that whoever writes products keeps them.
CREATE FUNCTION facet_price_bounds() RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[1000, 2000, 3000, 5000, 7500, 10000, 15000, 20000, 25000, 30000, 40000, 50000, 75000, 100000, 200000, 500000]
$$;--> statement-breakpoint
CREATE FUNCTION facet_price_band(cents integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT width_bucket(cents, facet_price_bounds())
$$;--> statement-breakpoint
CREATE FUNCTION product_words(VARIADIC texts text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT word FROM regexp_split_to_table(lower(array_to_string(texts, ' ')), '[][[:space:]\x1f,.;:!?()"/&+_-]+') AS word
  WHERE length(word) BETWEEN 3 AND 40 AND word !~ '[0-9]'
$$;--> statement-breakpoint

-- Products that were there before: their cells, their words, and ratings spread over the two stars next to their average.
INSERT INTO facet_cells (store, category, category_name, brand, brand_name, material, stone, color, rating, has_offer, price_band, search_text, products)
SELECT store, category, category_name, brand, brand_name, material, stone, color, rating_tenths / 10, offer > 0, facet_price_band(price_cents),
  lower(concat_ws(E' \x1f ', category_name, category, brand_name, brand, material, stone, color)), count(*)
FROM products GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;--> statement-breakpoint
UPDATE products p SET facet_cell_id = c.id, rating_counts = CASE WHEN review_count = 0 THEN '{0,0,0,0,0}' ELSE (
  SELECT array_agg(CASE
    WHEN star = rating_tenths / 10 THEN review_count - round(review_count * (rating_tenths % 10) / 10.0)
    WHEN star = rating_tenths / 10 + 1 THEN round(review_count * (rating_tenths % 10) / 10.0)
    ELSE 0 END::integer ORDER BY star) FROM generate_series(1, 5) star) END
FROM facet_cells c WHERE c.store = p.store AND c.category = p.category AND c.category_name = p.category_name AND c.brand = p.brand
  AND c.brand_name = p.brand_name AND c.material = p.material AND c.stone = p.stone AND c.color = p.color
  AND c.rating = p.rating_tenths / 10 AND c.has_offer = (p.offer > 0) AND c.price_band = facet_price_band(p.price_cents);--> statement-breakpoint
INSERT INTO search_words (store, word, products)
SELECT p.store, word, count(*) FROM products p, product_words(p.name, p.category_name, p.brand_name, p.material, p.stone, p.color) word GROUP BY 1, 2;--> statement-breakpoint

CREATE FUNCTION assign_facet_cell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cell integer;
BEGIN
  FOR attempt IN 1..2 LOOP
    SELECT id INTO cell FROM facet_cells WHERE store = NEW.store AND category = NEW.category AND category_name = NEW.category_name
      AND brand = NEW.brand AND brand_name = NEW.brand_name AND material = NEW.material AND stone = NEW.stone AND color = NEW.color
      AND rating = NEW.rating_tenths / 10 AND has_offer = (NEW.offer > 0) AND price_band = facet_price_band(NEW.price_cents);
    EXIT WHEN cell IS NOT NULL;
    INSERT INTO facet_cells (store, category, category_name, brand, brand_name, material, stone, color, rating, has_offer, price_band, search_text)
    VALUES (NEW.store, NEW.category, NEW.category_name, NEW.brand, NEW.brand_name, NEW.material, NEW.stone, NEW.color,
      NEW.rating_tenths / 10, NEW.offer > 0, facet_price_band(NEW.price_cents),
      lower(concat_ws(E' \x1f ', NEW.category_name, NEW.category, NEW.brand_name, NEW.brand, NEW.material, NEW.stone, NEW.color)))
    ON CONFLICT ON CONSTRAINT facet_cells_key DO NOTHING RETURNING id INTO cell;
    EXIT WHEN cell IS NOT NULL;
  END LOOP;
  NEW.facet_cell_id := cell;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER products_assign_facet_cell BEFORE INSERT OR
  UPDATE OF store, category, category_name, brand, brand_name, material, stone, color, rating_tenths, offer, price_cents, facet_cell_id
  ON products FOR EACH ROW EXECUTE FUNCTION assign_facet_cell();--> statement-breakpoint

CREATE FUNCTION count_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facet_cells c SET products = c.products + a.products
  FROM (SELECT facet_cell_id, count(*) AS products FROM added GROUP BY 1) a WHERE c.id = a.facet_cell_id;
  INSERT INTO search_words AS w (store, word, products)
  SELECT a.store, word, count(*) FROM added a, product_words(a.name, a.category_name, a.brand_name, a.material, a.stone, a.color) word GROUP BY 1, 2 ORDER BY 1, 2
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
  FROM (SELECT a.store, word, count(*) AS products FROM removed a, product_words(a.name, a.category_name, a.brand_name, a.material, a.stone, a.color) word GROUP BY 1, 2) r
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
  WHERE store = OLD.store AND word IN (SELECT product_words(OLD.name, OLD.category_name, OLD.brand_name, OLD.material, OLD.stone, OLD.color));
  INSERT INTO search_words AS w (store, word, products)
  SELECT NEW.store, word, 1 FROM product_words(NEW.name, NEW.category_name, NEW.brand_name, NEW.material, NEW.stone, NEW.color) word
  ON CONFLICT (store, word) DO UPDATE SET products = w.products + 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_count_renamed AFTER UPDATE ON products FOR EACH ROW
  WHEN ((OLD.store, OLD.name, OLD.category_name, OLD.brand_name, OLD.material, OLD.stone, OLD.color)
    IS DISTINCT FROM (NEW.store, NEW.name, NEW.category_name, NEW.brand_name, NEW.material, NEW.stone, NEW.color))
  EXECUTE FUNCTION count_renamed_product();
