CREATE TABLE "content_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION record_content_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_changes DEFAULT VALUES;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Orders, which change the stock alone, do not fire it.
CREATE TRIGGER products_changed_content AFTER INSERT OR DELETE OR
  UPDATE OF name, status, price_cents, original_price_cents, images, category_name, brand_name, version
  ON products FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();--> statement-breakpoint
CREATE TRIGGER categories_changed_content AFTER INSERT OR UPDATE OR DELETE
  ON categories FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();--> statement-breakpoint
CREATE TRIGGER brands_changed_content AFTER INSERT OR UPDATE OR DELETE
  ON brands FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();--> statement-breakpoint
CREATE TRIGGER posts_changed_content AFTER INSERT OR UPDATE OR DELETE
  ON posts FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();
