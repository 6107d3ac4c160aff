CREATE TABLE "low_stock" (
	"product_id" text NOT NULL,
	"variant_id" text NOT NULL,
	"stock" integer NOT NULL,
	CONSTRAINT "low_stock_product_id_variant_id_pk" PRIMARY KEY("product_id","variant_id")
);
--> statement-breakpoint
ALTER TABLE "stock_changes" ADD COLUMN "key" text;--> statement-breakpoint
CREATE INDEX "low_stock_by_stock" ON "low_stock" USING btree ("stock","product_id","variant_id");--> statement-breakpoint

-- Written by hand. 5 is LOW_STOCK of the contracts. Only who has locked a product or variant changes its row. The pieces
-- of a product with variants are theirs: who adds or removes some has locked the product.
-- A plan from when the tables were small would read all of them for each row.
CREATE FUNCTION keep_low_stock() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_TABLE_NAME = 'products' THEN
    INSERT INTO low_stock (product_id, variant_id, stock)
    SELECT NEW.id, '', NEW.stock WHERE NOT EXISTS (SELECT FROM product_variants WHERE product_id = NEW.id)
    ON CONFLICT (product_id, variant_id) DO UPDATE SET stock = excluded.stock;
  ELSE
    INSERT INTO low_stock (product_id, variant_id, stock) VALUES (NEW.product_id, NEW.id, NEW.stock)
    ON CONFLICT (product_id, variant_id) DO UPDATE SET stock = excluded.stock;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION forget_low_stock() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_TABLE_NAME = 'products' THEN
    DELETE FROM low_stock WHERE product_id = OLD.id AND variant_id = '';
  ELSE
    DELETE FROM low_stock WHERE product_id = OLD.product_id AND variant_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION forget_whole_stock() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM low_stock WHERE product_id = NEW.product_id AND variant_id = '';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_whole_stock() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO low_stock (product_id, variant_id, stock)
  SELECT id, '', stock FROM products p
  WHERE id = OLD.product_id AND stock <= 5 AND NOT EXISTS (SELECT FROM product_variants WHERE product_id = p.id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_low_stock AFTER INSERT OR UPDATE OF stock ON products
  FOR EACH ROW WHEN (NEW.stock <= 5) EXECUTE FUNCTION keep_low_stock();--> statement-breakpoint
CREATE TRIGGER products_filled_stock AFTER UPDATE OF stock ON products
  FOR EACH ROW WHEN (OLD.stock <= 5 AND NEW.stock > 5) EXECUTE FUNCTION forget_low_stock();--> statement-breakpoint
CREATE TRIGGER products_deleted_stock AFTER DELETE ON products
  FOR EACH ROW WHEN (OLD.stock <= 5) EXECUTE FUNCTION forget_low_stock();--> statement-breakpoint
CREATE TRIGGER variants_low_stock AFTER INSERT OR UPDATE OF stock ON product_variants
  FOR EACH ROW WHEN (NEW.stock <= 5) EXECUTE FUNCTION keep_low_stock();--> statement-breakpoint
CREATE TRIGGER variants_filled_stock AFTER UPDATE OF stock ON product_variants
  FOR EACH ROW WHEN (OLD.stock <= 5 AND NEW.stock > 5) EXECUTE FUNCTION forget_low_stock();--> statement-breakpoint
CREATE TRIGGER variants_deleted_stock AFTER DELETE ON product_variants
  FOR EACH ROW WHEN (OLD.stock <= 5) EXECUTE FUNCTION forget_low_stock();--> statement-breakpoint
CREATE TRIGGER variants_added AFTER INSERT ON product_variants
  FOR EACH ROW EXECUTE FUNCTION forget_whole_stock();--> statement-breakpoint
CREATE TRIGGER variants_removed AFTER DELETE ON product_variants
  FOR EACH ROW EXECUTE FUNCTION keep_whole_stock();--> statement-breakpoint

-- Each row on its own: orders lock several in an order of their own. Indexes of expressions have no statistics yet.
CREATE PROCEDURE fill_low_stock() LANGUAGE plpgsql AS $$
DECLARE
  few record;
BEGIN
  FOR few IN SELECT id FROM products WHERE stock <= 5 LOOP
    UPDATE products SET stock = stock WHERE id = few.id AND stock <= 5;
    COMMIT;
  END LOOP;
  FOR few IN SELECT product_id, id FROM product_variants WHERE stock <= 5 LOOP
    UPDATE product_variants SET stock = stock WHERE product_id = few.product_id AND id = few.id AND stock <= 5;
    COMMIT;
  END LOOP;
  ANALYZE products;
  ANALYZE low_stock;
END $$;
