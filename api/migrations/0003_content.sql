CREATE TABLE "contact_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"spam" boolean NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" text PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"published_on" date NOT NULL,
	"category" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"read_more" text NOT NULL,
	"author" text NOT NULL,
	"image" text NOT NULL,
	"image_alt" text NOT NULL,
	"reading_time" integer NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reply_to" text;--> statement-breakpoint
CREATE INDEX "contact_messages_fingerprint" ON "contact_messages" USING btree ("fingerprint","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_age" ON "contact_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "posts_by_newest" ON "posts" USING btree ("store","published_on","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at");