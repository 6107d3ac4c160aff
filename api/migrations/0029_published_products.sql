ALTER TABLE "brands" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "delivery_areas" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
-- Every row has the default: there is nothing to check, which would take as long as the table is.
ALTER TABLE "products" ADD CONSTRAINT "products_status" CHECK ("products"."status" in ('draft', 'published', 'archived')) NOT VALID;--> statement-breakpoint

-- Written by hand. What is not published is in no cell, so that listings, totals and facets do not have it, and its words
-- are not counted for suggestions.
CREATE OR REPLACE FUNCTION assign_facet_cell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  attribute_set integer;
  cell integer;
BEGIN
  IF NEW.status <> 'published' THEN
    NEW.facet_cell_id := NULL;
    RETURN NEW;
  END IF;
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
CREATE OR REPLACE TRIGGER products_assign_facet_cell BEFORE INSERT OR
  UPDATE OF store, category, category_name, brand, brand_name, attributes, rating_tenths, offer, price_cents, facet_cell_id, status
  ON products FOR EACH ROW EXECUTE FUNCTION assign_facet_cell();--> statement-breakpoint

CREATE OR REPLACE FUNCTION count_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facet_cells c SET products = c.products + a.products
  FROM (SELECT facet_cell_id, count(*) AS products FROM added GROUP BY 1) a WHERE c.id = a.facet_cell_id;
  INSERT INTO search_words AS w (store, word, products)
  SELECT a.store, word, count(*) FROM added a, searched_words(a.name, a.category_name, a.brand_name, a.attributes) word
  WHERE a.status = 'published' GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (store, word) DO UPDATE SET products = w.products + excluded.products;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_removed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facet_cells c SET products = c.products - r.products
  FROM (SELECT facet_cell_id, count(*) AS products FROM removed GROUP BY 1) r WHERE c.id = r.facet_cell_id;
  UPDATE search_words w SET products = w.products - r.products
  FROM (SELECT a.store, word, count(*) AS products
    FROM removed a, searched_words(a.name, a.category_name, a.brand_name, a.attributes) word WHERE a.status = 'published' GROUP BY 1, 2) r
  WHERE w.store = r.store AND w.word = r.word;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_renamed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'published' THEN
    UPDATE search_words SET products = products - 1
    WHERE store = OLD.store AND word IN (SELECT searched_words(OLD.name, OLD.category_name, OLD.brand_name, OLD.attributes));
  END IF;
  IF NEW.status = 'published' THEN
    INSERT INTO search_words AS w (store, word, products)
    SELECT NEW.store, word, 1 FROM searched_words(NEW.name, NEW.category_name, NEW.brand_name, NEW.attributes) word
    ON CONFLICT (store, word) DO UPDATE SET products = w.products + 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_count_renamed AFTER UPDATE ON products FOR EACH ROW
  WHEN ((OLD.store, OLD.name, OLD.category_name, OLD.brand_name, OLD.attributes, OLD.status = 'published')
    IS DISTINCT FROM (NEW.store, NEW.name, NEW.category_name, NEW.brand_name, NEW.attributes, NEW.status = 'published'))
  EXECUTE FUNCTION count_renamed_product();
