CREATE TABLE "order_erasures" (
	"order_number" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_erasures" ADD CONSTRAINT "order_erasures_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_erasures_due" ON "order_erasures" USING btree ("due_at");