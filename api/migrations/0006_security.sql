ALTER TABLE "account_events" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account_events" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "account_events" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "device_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "code_mails" ADD COLUMN "known_device" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "account_events_network" ON "account_events" USING btree ("network","id") WHERE account_id IS NULL;--> statement-breakpoint
CREATE INDEX "orders_on_hold" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'on-hold';