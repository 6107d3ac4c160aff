CREATE TABLE "content_documents" (
	"store" text NOT NULL,
	"key" text NOT NULL,
	"draft" jsonb,
	"drafted_by" text,
	"drafted_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"published_id" bigint,
	CONSTRAINT "content_documents_store_key_pk" PRIMARY KEY("store","key")
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"key" text NOT NULL,
	"number" integer NOT NULL,
	"body" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text NOT NULL,
	CONSTRAINT "content_versions_number" UNIQUE("store","key","number")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"edited_at" timestamp with time zone NOT NULL,
	"edited_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms_id" bigint;--> statement-breakpoint
-- What is being written changes no page.
CREATE TRIGGER documents_changed_content AFTER UPDATE OF published_id
  ON content_documents FOR EACH ROW WHEN (OLD.published_id IS DISTINCT FROM NEW.published_id)
  EXECUTE FUNCTION record_content_change();--> statement-breakpoint
CREATE TRIGGER settings_changed_content AFTER INSERT OR UPDATE OR DELETE
  ON settings FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();--> statement-breakpoint
CREATE TRIGGER currencies_changed_content AFTER UPDATE
  ON currencies FOR EACH STATEMENT EXECUTE FUNCTION record_content_change();
