CREATE TABLE "pictures" (
	"id" serial PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" text NOT NULL,
	"state" text NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"bytes" integer NOT NULL,
	"actor" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pictures_hash_unique" UNIQUE("hash"),
	CONSTRAINT "pictures_state" CHECK ("pictures"."state" in ('waiting', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "pictures_due" ON "pictures" USING btree ("next_attempt_at") WHERE "pictures"."state" = 'waiting';
