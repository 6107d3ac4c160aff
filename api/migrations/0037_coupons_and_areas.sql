ALTER TABLE "coupon_uses" ADD COLUMN "used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_areas" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "delivery_areas" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER delivery_areas_changed_content AFTER INSERT OR UPDATE OR DELETE
  ON delivery_areas FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();
