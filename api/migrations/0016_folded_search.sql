-- Searches ignore accents, both in what is stored and in what is typed. Same as foldText in
-- src/modules/catalog/foldText.ts. Without accents it is lower(), which is faster. The capitals are for databases whose
-- locale is C: there, lower() leaves them.
CREATE FUNCTION fold_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length($1) = length($1) THEN lower($1) ELSE normalize(
    replace(replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g')), 'łøđðħŧŋıĸſςŁØĐÐĦŦŊÆŒÞẞĲ', 'loddhtniksσloddhtnæœþßĳ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ĳ', 'ij'), NFC) END
$$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION to_search_vector(searched text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple', regexp_replace(fold_text(searched), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f]+', ' ', 'g'))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_cell_search_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := fold_text(NEW.search_text);
  NEW.search_vector := to_search_vector(NEW.search_text);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_product_search_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := fold_text(NEW.search_text);
  NEW.search_vector := to_search_vector(NEW.search_text) || setweight(to_search_vector(
    array_to_string(ARRAY[NEW.name, NEW.category_name, NEW.category, NEW.brand_name, NEW.brand] || attribute_values(NEW.attributes), ' ')), 'A');
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_words(VARIADIC texts text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT word FROM regexp_split_to_table(fold_text(array_to_string(texts, ' ')), '[][[:space:]\x1f,.;:!?()"/&+_-]+') AS word
  WHERE length(word) BETWEEN 3 AND 40 AND word !~ '[0-9]'
$$;--> statement-breakpoint

-- Adds the counts of words with accents to those of the words that they are without. Called here, where product_words()
-- begins to fold, and again by fold_search() for what transactions that ran meanwhile have counted.
CREATE FUNCTION fold_search_words() RETURNS void LANGUAGE sql AS $$
  WITH accented AS (DELETE FROM search_words WHERE word <> fold_text(word) RETURNING store, word, products)
  INSERT INTO search_words AS w (store, word, products)
  SELECT store, fold_text(word), sum(products) FROM accented GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (store, word) DO UPDATE SET products = w.products + excluded.products
$$;--> statement-breakpoint
SELECT fold_search_words();--> statement-breakpoint

-- The triggers fold every row that is written. This one writes those from before, and only them.
CREATE PROCEDURE fold_search() LANGUAGE plpgsql AS $$
DECLARE
  done text := '';
  batch text[];
BEGIN
  PERFORM fold_search_words();
  COMMIT;
  UPDATE facet_cells SET search_text = search_text WHERE search_text <> fold_text(search_text);
  COMMIT;
  LOOP
    batch := ARRAY(SELECT id FROM products WHERE id > done ORDER BY id LIMIT 1000);
    EXIT WHEN cardinality(batch) = 0;
    UPDATE products SET search_text = search_text WHERE id = ANY(batch) AND search_text <> fold_text(search_text);
    COMMIT;
    done := batch[cardinality(batch)];
  END LOOP;
END $$;
