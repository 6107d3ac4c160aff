CREATE TABLE "mailed_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"known_device" boolean NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_mails" ALTER COLUMN "network" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "code_mails" ADD COLUMN "purpose" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "mailed_codes_address" ON "mailed_codes" USING btree ("email","purpose");--> statement-breakpoint
CREATE INDEX "mailed_codes_link" ON "mailed_codes" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "mailed_codes_age" ON "mailed_codes" USING btree ("sent_at");--> statement-breakpoint

-- Written by hand. While the release before runs, too, a code that either mails can be used at either: these triggers
-- keep "codes" and "mailed_codes" equal, and go with "codes".
CREATE FUNCTION copy_code_to_mailed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' OR NEW.used THEN
    DELETE FROM mailed_codes WHERE email = OLD.email AND purpose = OLD.purpose AND sent_at <= OLD.expires_at - interval '10 minutes';
  ELSE
    INSERT INTO mailed_codes (email, purpose, code_hash, link_hash, known_device, sent_at)
    VALUES (NEW.email, NEW.purpose, NEW.code_hash, '', false, NEW.expires_at - interval '10 minutes');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER codes_copy AFTER INSERT OR UPDATE OR DELETE ON codes FOR EACH ROW EXECUTE FUNCTION copy_code_to_mailed();--> statement-breakpoint
CREATE FUNCTION copy_mailed_to_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM codes WHERE email = OLD.email AND purpose = OLD.purpose AND code_hash = OLD.code_hash;
  ELSE
    INSERT INTO codes (email, purpose, code_hash, tries, used, expires_at)
    VALUES (NEW.email, NEW.purpose, NEW.code_hash, 0, false, NEW.sent_at + interval '10 minutes')
    ON CONFLICT (email, purpose) DO UPDATE SET code_hash = excluded.code_hash, used = false, expires_at = excluded.expires_at;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER mailed_codes_copy AFTER INSERT OR DELETE ON mailed_codes FOR EACH ROW EXECUTE FUNCTION copy_mailed_to_code();--> statement-breakpoint
INSERT INTO mailed_codes (email, purpose, code_hash, link_hash, known_device, sent_at)
SELECT email, purpose, code_hash, '', false, expires_at - interval '10 minutes' FROM codes WHERE NOT used AND expires_at > now();
