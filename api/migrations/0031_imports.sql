CREATE TABLE "imports" (
	"id" serial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" jsonb NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"totals" jsonb NOT NULL,
	"before" jsonb,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;