ALTER TABLE "order_lines" ADD COLUMN "choices" jsonb;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "choices_cents" integer DEFAULT 0 NOT NULL;