ALTER TABLE "facet_cells" ADD COLUMN "search_vector" "tsvector";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_vector" "tsvector";--> statement-breakpoint
-- Every match of a search reads them, so they stay in the row; descriptions leave it first.
ALTER TABLE "products" ALTER COLUMN "search_vector" SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "search_text" SET STORAGE MAIN;--> statement-breakpoint

-- Written by hand. Signs become spaces, because the parser would take "and/or" for a path and "a.b" for a host.
CREATE FUNCTION to_search_vector(searched text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple', regexp_replace(searched, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f]+', ' ', 'g'))
$$;--> statement-breakpoint
CREATE FUNCTION set_cell_search_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_vector := to_search_vector(NEW.search_text);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER facet_cells_search_vector BEFORE INSERT OR UPDATE OF search_text ON facet_cells
  FOR EACH ROW EXECUTE FUNCTION set_cell_search_vector();--> statement-breakpoint

-- What a product is has weight A; what its description mentions has none.
CREATE FUNCTION set_product_search_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_vector := to_search_vector(NEW.search_text) || setweight(to_search_vector(
    array_to_string(ARRAY[NEW.name, NEW.category_name, NEW.category, NEW.brand_name, NEW.brand] || attribute_values(NEW.attributes), ' ')), 'A');
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER products_search_vector BEFORE INSERT OR
  UPDATE OF search_text, name, category_name, category, brand_name, brand, attributes, search_vector
  ON products FOR EACH ROW EXECUTE FUNCTION set_product_search_vector();--> statement-breakpoint

CREATE PROCEDURE fill_search_vectors() LANGUAGE plpgsql AS $$
DECLARE
  done text := '';
  batch text[];
BEGIN
  UPDATE facet_cells SET search_text = search_text WHERE search_vector IS NULL;
  COMMIT;
  LOOP
    batch := ARRAY(SELECT id FROM products WHERE id > done ORDER BY id LIMIT 1000);
    EXIT WHEN cardinality(batch) = 0;
    UPDATE products SET search_text = search_text WHERE id = ANY(batch) AND search_vector IS NULL;
    COMMIT;
    done := batch[cardinality(batch)];
  END LOOP;
END $$;
