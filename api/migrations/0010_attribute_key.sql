-- Its successor is "facet_cells_by_values": cells may differ in an attribute that has no column.
ALTER TABLE "facet_cells" DROP CONSTRAINT "facet_cells_key";--> statement-breakpoint
ALTER TABLE "facet_cells" VALIDATE CONSTRAINT "facet_cells_attribute_set_id_attribute_sets_id_fk";--> statement-breakpoint
DROP PROCEDURE fill_in_attributes();
