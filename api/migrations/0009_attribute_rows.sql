CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "facet_cells_by_values" ON "facet_cells" USING btree ("store","category","category_name","brand","brand_name","rating","has_offer","price_band","attribute_set_id");--> statement-breakpoint
CALL fill_in_attributes();
