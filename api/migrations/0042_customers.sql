CREATE TABLE "erasures" (
	"account_id" text PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"actor" jsonb NOT NULL,
	"storefront" text NOT NULL,
	"postponed" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "forget_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("due_at");--> statement-breakpoint
CREATE FUNCTION redact_audit(fields jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT fields || coalesce((SELECT jsonb_object_agg(key, 'Erased') FROM jsonb_each(fields) WHERE key IN ('note', 'reason')), '{}')
$$;
--> statement-breakpoint
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.after IS NOT DISTINCT FROM redact_audit(OLD.after) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'The audit log is append-only: % is refused', TG_OP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_log_append_only
BEFORE UPDATE OF id, at, actor_kind, actor_id, actor_name, network, action, subject_kind, subject, before OR DELETE OR TRUNCATE ON audit_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_words BEFORE UPDATE OF after ON audit_log
FOR EACH ROW EXECUTE FUNCTION keep_audit();
