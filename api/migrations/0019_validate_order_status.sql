-- By itself, because the lock of what adds the constraint would last until all rows are read.
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_status";
