CREATE TABLE "shipments" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"lines" jsonb NOT NULL,
	"carrier" text NOT NULL,
	"tracking" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"lines" jsonb NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"actor" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"send_after" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp with time zone,
	"provider_id" text,
	"applied_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"failure" text DEFAULT '' NOT NULL,
	CONSTRAINT "refunds_provider" UNIQUE("payment_id","provider_id"),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('due', 'sent', 'failed', 'canceled')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "address_version" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "page_id" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reference" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute" text;
--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "shipments_order" ON "shipments" USING btree ("order_number");
--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_number");
--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("send_after") WHERE "refunds"."state" = 'due';
--> statement-breakpoint
CREATE INDEX "refunds_unconfirmed" ON "refunds" USING btree ("created_at") WHERE "refunds"."state" = 'sent' and "refunds"."confirmed_at" is null;
--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at") WHERE "refunds"."state" = 'failed';
