CREATE TABLE "delivery_areas" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" text NOT NULL,
	"prefixes" text[] NOT NULL,
	"time_zone" text NOT NULL,
	"minimum_cents" integer NOT NULL,
	"runs" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_holds" (
	"holder" text PRIMARY KEY NOT NULL,
	"slot_id" integer NOT NULL,
	"held_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_slots" (
	"id" serial PRIMARY KEY NOT NULL,
	"area_id" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"cutoff_at" timestamp with time zone NOT NULL,
	"capacity" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "delivery_slots_start" UNIQUE("area_id","starts_at"),
	CONSTRAINT "delivery_slots_taken" CHECK ("delivery_slots"."taken" >= 0 and "delivery_slots"."capacity" >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "substitution" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_slot_id" integer;--> statement-breakpoint
ALTER TABLE "delivery_holds" ADD CONSTRAINT "delivery_holds_slot_id_delivery_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."delivery_slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_slots" ADD CONSTRAINT "delivery_slots_area_id_delivery_areas_id_fk" FOREIGN KEY ("area_id") REFERENCES "public"."delivery_areas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_holds_slot" ON "delivery_holds" USING btree ("slot_id","held_until");