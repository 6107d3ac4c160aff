ALTER TABLE "products" ADD COLUMN "attributes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE TABLE "attribute_sets" (
	"id" serial PRIMARY KEY NOT NULL,
	"attributes" jsonb NOT NULL,
	CONSTRAINT "attribute_sets_attributes_unique" UNIQUE("attributes")
);
--> statement-breakpoint
ALTER TABLE "facet_cells" ADD COLUMN "attribute_set_id" integer;--> statement-breakpoint
ALTER TABLE "facet_cells" ADD CONSTRAINT "facet_cells_attribute_set_id_attribute_sets_id_fk" FOREIGN KEY ("attribute_set_id") REFERENCES "public"."attribute_sets"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint

-- What follows was written by hand. From now on, facets are keys of "attributes". The columns material, stone and color
-- stay for one release, because processes of the previous one read and write them.
CREATE FUNCTION merge_attributes(attributes jsonb, material text, stone text, color text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (attributes - ARRAY['material', 'stone', 'color'])
    || jsonb_strip_nulls(jsonb_build_object('material', nullif(material, ''), 'stone', nullif(stone, ''), 'color', nullif(color, '')))
$$;--> statement-breakpoint
CREATE FUNCTION attribute_values(attributes jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(value ORDER BY key), '{}') FROM jsonb_each_text(attributes)
$$;--> statement-breakpoint
INSERT INTO attribute_sets (attributes) SELECT DISTINCT merge_attributes('{}', material, stone, color) FROM facet_cells;--> statement-breakpoint
UPDATE facet_cells SET attribute_set_id = s.id FROM attribute_sets s WHERE s.attributes = merge_attributes('{}', material, stone, color);--> statement-breakpoint

-- Who writes the columns gets the attributes, and the other way around. Fires before products_assign_facet_cell (by name).
CREATE FUNCTION align_attributes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.attributes = coalesce(OLD.attributes, '{}') THEN
    NEW.attributes := merge_attributes(NEW.attributes, NEW.material, NEW.stone, NEW.color);
  ELSE
    NEW.material := coalesce(NEW.attributes ->> 'material', '');
    NEW.stone := coalesce(NEW.attributes ->> 'stone', '');
    NEW.color := coalesce(NEW.attributes ->> 'color', '');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER products_align_attributes BEFORE INSERT OR
  UPDATE OF store, category, category_name, brand, brand_name, attributes, material, stone, color, rating_tenths, offer, price_cents, facet_cell_id
  ON products FOR EACH ROW EXECUTE FUNCTION align_attributes();--> statement-breakpoint

CREATE OR REPLACE FUNCTION assign_facet_cell() RETURNS trigger LANGUAGE plpgsql AS $$
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
    INSERT INTO facet_cells (store, category, category_name, brand, brand_name, attribute_set_id, material, stone, color, rating, has_offer, price_band, search_text)
    VALUES (NEW.store, NEW.category, NEW.category_name, NEW.brand, NEW.brand_name, attribute_set, NEW.material, NEW.stone, NEW.color,
      NEW.rating_tenths / 10, NEW.offer > 0, facet_price_band(NEW.price_cents),
      lower(concat_ws(E' \x1f ', VARIADIC ARRAY[NEW.category_name, NEW.category, NEW.brand_name, NEW.brand] || attribute_values(NEW.attributes))))
    ON CONFLICT DO NOTHING RETURNING id INTO cell;
    EXIT WHEN cell IS NOT NULL;
  END LOOP;
  NEW.facet_cell_id := cell;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_assign_facet_cell BEFORE INSERT OR
  UPDATE OF store, category, category_name, brand, brand_name, attributes, material, stone, color, rating_tenths, offer, price_cents, facet_cell_id
  ON products FOR EACH ROW EXECUTE FUNCTION assign_facet_cell();--> statement-breakpoint

-- Merges, because rows that 0009 has not reached yet have their values only in the columns.
CREATE FUNCTION searched_words(name text, category_name text, brand_name text, attributes jsonb, material text, stone text, color text)
RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT product_words(VARIADIC ARRAY[name, category_name, brand_name] || attribute_values(merge_attributes(attributes, material, stone, color)))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facet_cells c SET products = c.products + a.products
  FROM (SELECT facet_cell_id, count(*) AS products FROM added GROUP BY 1) a WHERE c.id = a.facet_cell_id;
  INSERT INTO search_words AS w (store, word, products)
  SELECT a.store, word, count(*) FROM added a, searched_words(a.name, a.category_name, a.brand_name, a.attributes, a.material, a.stone, a.color) word
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (store, word) DO UPDATE SET products = w.products + excluded.products;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_removed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE facet_cells c SET products = c.products - r.products
  FROM (SELECT facet_cell_id, count(*) AS products FROM removed GROUP BY 1) r WHERE c.id = r.facet_cell_id;
  UPDATE search_words w SET products = w.products - r.products
  FROM (SELECT a.store, word, count(*) AS products
    FROM removed a, searched_words(a.name, a.category_name, a.brand_name, a.attributes, a.material, a.stone, a.color) word GROUP BY 1, 2) r
  WHERE w.store = r.store AND w.word = r.word;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_renamed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_words SET products = products - 1
  WHERE store = OLD.store
    AND word IN (SELECT searched_words(OLD.name, OLD.category_name, OLD.brand_name, OLD.attributes, OLD.material, OLD.stone, OLD.color));
  INSERT INTO search_words AS w (store, word, products)
  SELECT NEW.store, word, 1 FROM searched_words(NEW.name, NEW.category_name, NEW.brand_name, NEW.attributes, NEW.material, NEW.stone, NEW.color) word
  ON CONFLICT (store, word) DO UPDATE SET products = w.products + 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_count_renamed AFTER UPDATE ON products FOR EACH ROW
  WHEN ((OLD.store, OLD.name, OLD.category_name, OLD.brand_name, merge_attributes(OLD.attributes, OLD.material, OLD.stone, OLD.color))
    IS DISTINCT FROM (NEW.store, NEW.name, NEW.category_name, NEW.brand_name, merge_attributes(NEW.attributes, NEW.material, NEW.stone, NEW.color)))
  EXECUTE FUNCTION count_renamed_product();--> statement-breakpoint

-- Fills in the attributes of products in batches, each in its own transaction. Called by 0009, again if it was interrupted.
CREATE PROCEDURE fill_in_attributes() LANGUAGE plpgsql AS $$
DECLARE
  batch text[];
  last_id text := '';
BEGIN
  LOOP
    -- Locked by id, as orders and imports do.
    batch := ARRAY(SELECT id FROM products WHERE id > last_id ORDER BY id LIMIT 500 FOR UPDATE);
    EXIT WHEN cardinality(batch) = 0;
    UPDATE products SET attributes = merge_attributes(attributes, material, stone, color)
    WHERE id = ANY(batch) AND attributes <> merge_attributes(attributes, material, stone, color);
    last_id := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
END $$;
