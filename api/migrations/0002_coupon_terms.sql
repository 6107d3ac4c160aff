ALTER TABLE "coupons" ADD COLUMN "maximum_cents" integer;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "product_ids" text[];--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "categories" text[];--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "excludes_reduced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "email" text;