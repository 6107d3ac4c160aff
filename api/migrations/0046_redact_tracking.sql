-- The release before redacts `after` alone, with the same function.
CREATE OR REPLACE FUNCTION redact_audit(fields jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT fields || coalesce((SELECT jsonb_object_agg(key, 'Erased') FROM jsonb_each(fields)
    WHERE key IN ('note', 'reason', 'tracking') AND value <> '""'), '{}')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.after IS NOT DISTINCT FROM OLD.after OR NEW.after IS NOT DISTINCT FROM redact_audit(OLD.after))
    AND (NEW.before IS NOT DISTINCT FROM OLD.before OR NEW.before IS NOT DISTINCT FROM redact_audit(OLD.before))
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'The audit log is append-only: % is refused', TG_OP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_log_words BEFORE UPDATE OF before, after ON audit_log
FOR EACH ROW EXECUTE FUNCTION keep_audit();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_log_append_only
BEFORE UPDATE OF id, at, actor_kind, actor_id, actor_name, network, action, subject_kind, subject OR DELETE OR TRUNCATE ON audit_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
