CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_newest" ON "accounts" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_email_start" ON "accounts" USING btree ("email" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_name_words" ON "accounts" USING gin (to_tsvector('simple', translate("name", '-./@_', '     ')));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contact_messages_email" ON "contact_messages" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_recipient" ON "mails" USING btree (lower("recipient"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_forget" ON "mails" USING btree ("forget_at") WHERE "mails"."forget_at" is not null;
