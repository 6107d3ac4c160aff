CREATE TABLE "group_moves" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"store" text NOT NULL,
	"slug" text NOT NULL,
	"to_slug" text,
	"at" timestamp with time zone NOT NULL,
	"done" boolean NOT NULL,
	CONSTRAINT "group_moves_former" UNIQUE("kind","store","slug")
);
