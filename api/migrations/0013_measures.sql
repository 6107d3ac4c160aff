ALTER TABLE "product_variants" ADD COLUMN "measure" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "measure" jsonb;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "measure" jsonb;