-- Readers ask for the events of an account, so rows without one break none of them.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "account_events" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account_events" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "account_events" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "device_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "code_mails" ADD COLUMN "known_device" boolean DEFAULT false NOT NULL;