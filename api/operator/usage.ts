import { DEFAULT_PAGE_SIZE } from './readOptions';

export const USAGE = `Usage: npm run shop -- <command>

Products
  products import file.csv [--dry-run]
                            all of a file or nothing; a file that is exported shows the columns
  products export [file.csv] [--store jewellery-store]
                            what an import reads; without a file, to the terminal

Orders
  orders list [--status processing] [--since 2026-11-01] [--email E] [--owed]
              [--page 1] [--per-page ${DEFAULT_PAGE_SIZE}] [--json]
                            newest first; --owed: with money that is to be sent back
  orders paid NUMBER [--dry-run]
                            its bank transfer has arrived: without it, it is cancelled after seven days
  orders ship NUMBER [--paid] [--dry-run]
                            it is on its way; --paid: its bank transfer has arrived
  orders refund NUMBER [--owed] [--reason "..."] [--dry-run]
                            cancel it where it is not on its way, and send the money back;
                            --owed: only what is owed already, the order goes on

Coupons
  coupons add CODE --percent 10 | --amount 5 [--minimum 40] [--from 2026-12-01] [--until 2026-12-31]
              [--uses 100] [--uses-per-customer 1] [--dry-run]
                            amounts in dollars, days of UTC, --until to the end of its day

Users
  users show EMAIL [--json] an account, its orders and locks; nothing that would open it
  users events [EMAIL] [--per-page ${DEFAULT_PAGE_SIZE}] [--json]
                            logins, failures, resets and changes, newest first

The database
  backup FILE               everything, in one file (npm run backup -- FILE)
  restore FILE [--replace]  all or nothing; --replace: also over orders and accounts

Every change is in the table operator_log, under --by NAME or the user of this machine.
The database is DATABASE_URL, else the embedded one, which serves one process: stop the shop first.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused, 4 conflict, 6 unknown.`;
