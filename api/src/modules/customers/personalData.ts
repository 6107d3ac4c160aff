import { describeChoices } from '@shop/contracts';
import { CONTACT_SUBJECT } from '../contact/contactMail';
import { ERASED_EMAIL, ERASED_ENGRAVING, ERASED_PERSON } from '../orders/erasedPerson';

/** Whose data it is. */
export interface Person {
  /** Of the account. */
  readonly id: string;
  /** Verified, in lowercase. */
  readonly email: string;
  /** As `toMailbox` returns it. */
  readonly mailbox: string;
  /** Of orders: those of the account, and those that were placed as a guest with its address. */
  readonly numbers: readonly string[];
}

/** SQL with the placeholders of what it needs of a person. */
export type PersonSql = (of: (name: keyof Person) => string) => string;

/** What becomes of the rows of a table that are about a person. */
interface PersonalTable {
  /** Its part of the file that a person gets: a heading and what it reads; or why it has none. */
  readonly collected: { readonly title: string; readonly sql: PersonSql } | string;
  /** What erases the person, or why nothing has to. */
  readonly erased: readonly PersonSql[] | string;
}

const WITH_ACCOUNT = 'is deleted with the account';
const WITH_ORDER = 'belongs to an order, which stays without the person';
const IN_ORDERS = 'is in the orders';
const ONLY_HMACS = 'has HMACs, which name nobody, for a day at most';

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const toJsonb = (value: object): string => `${quote(JSON.stringify(value))}::jsonb`;

const erasePerson = (column: string, more: object): string =>
  `jsonb_build_object('country', ${column} -> 'country', 'state', ${column} -> 'state') || ${toJsonb({ ...ERASED_PERSON, ...more })}`;

/** What stands around a text that is engraved, in the name of a line. */
const [BEFORE_ENGRAVING = '', AFTER_ENGRAVING = ''] = (
  /(.)T(.)/.exec(describeChoices({ engraving: { text: 'T', font: 'block' } })) ?? []
).slice(1);
const nameEngraving = (text: string): string => `${quote(BEFORE_ENGRAVING)} || ${text} || ${quote(AFTER_ENGRAVING)}`;

/** Mails to the account's address, and mails about its orders to another one. */
const MAILS_SQL: PersonSql = (of) =>
  `lower(recipient) = ANY (ARRAY(SELECT ${of('email')}::text UNION SELECT lower(trim(billing ->> 'email')) FROM orders WHERE number = ANY(${of('numbers')}::text[])))
   AND (lower(recipient) = ${of('email')} OR EXISTS (SELECT 1 FROM unnest(${of('numbers')}::text[]) n WHERE strpos(subject, n) > 0))`;

/** What staff have written about a person and what belongs to them. */
const WORDS_SQL: readonly PersonSql[] = [
  (of) => `subject_kind = 'customer' AND subject = ${of('id')}`,
  (of) => `subject_kind = 'order' AND subject = ANY(${of('numbers')}::text[])`,
  (of) =>
    `subject_kind = 'review' AND subject = ANY (ARRAY(SELECT id::text FROM reviews WHERE account_id = ${of('id')}))`,
];
const HAS_WORDS = "(after ? 'note' OR after ? 'reason')";
/** Also where their parcels could be followed. */
const HAS_PERSON = `(${HAS_WORDS} OR after ? 'tracking' OR before ? 'tracking')`;

/**
 * All tables that have something to do with a person, in the order of the file that they get. They are erased from the
 * last to the first. A test compares them with the schema: a table with an owner cannot be forgotten.
 */
export const PERSONAL_DATA: Readonly<Record<string, PersonalTable>> = {
  accounts: {
    collected: {
      title: 'Account',
      sql: (of) =>
        `SELECT id, name, email, phone, created_at, password_hash IS NOT NULL AS has_password FROM accounts WHERE id = ${of('id')}`,
    },
    erased: [(of) => `DELETE FROM accounts WHERE id = ${of('id')}`],
  },
  account_identities: {
    collected: {
      title: 'Connected sign-ins',
      sql: (of) =>
        `SELECT provider, subject, created_at FROM account_identities WHERE account_id = ${of('id')} ORDER BY created_at`,
    },
    erased: WITH_ACCOUNT,
  },
  erasures: {
    collected: {
      title: 'Erasure',
      sql: (of) => `SELECT requested_at, due_at, postponed FROM erasures WHERE account_id = ${of('id')}`,
    },
    erased: WITH_ACCOUNT,
  },
  addresses: {
    collected: {
      title: 'Addresses',
      sql: (of) =>
        `SELECT label, first_name, last_name, company_name, street_address, apartment, town_city, state, zip_code, country, phone, default_billing, default_shipping, created_at
         FROM addresses WHERE account_id = ${of('id')} ORDER BY position`,
    },
    erased: WITH_ACCOUNT,
  },
  orders: {
    collected: {
      title: 'Orders',
      sql: (of) =>
        `SELECT number, status, created_at, currency, subtotal_cents / 100.0 AS subtotal, discount_cents / 100.0 AS discount, total_cents / 100.0 AS total,
           coupon_code, display_currency, exchange_rate, payment_method, account_id IS NULL AS placed_as_guest, billing, shipping_address,
           (SELECT starts_at FROM delivery_slots s WHERE s.id = orders.delivery_slot_id) AS delivery,
           (SELECT json_agg(json_build_object('name', l.name, 'sku', l.sku, 'quantity', l.quantity, 'unit_price', l.unit_price_cents / 100.0,
              'choices', l.choices, 'certification', l.certification, 'if_missing', l.substitution) ORDER BY l.position)
            FROM order_lines l WHERE l.order_id = orders.id) AS lines,
           (SELECT json_agg(json_build_object('carrier', s.carrier, 'tracking', s.tracking, 'sent_at', s.sent_at, 'delivered_at', s.delivered_at) ORDER BY s.id)
            FROM shipments s WHERE s.order_number = orders.number) AS shipments,
           (SELECT json_agg(json_build_object('provider', p.provider, 'status', p.status, 'amount', p.amount_cents / 100.0, 'reference', p.reference,
              'created_at', p.created_at, 'settled_at', p.settled_at) ORDER BY p.created_at)
            FROM payments p WHERE p.order_number = orders.number) AS payments,
           (SELECT json_agg(json_build_object('amount', r.amount_cents / 100.0, 'currency', r.currency, 'state', r.state, 'reason', r.reason, 'created_at', r.created_at) ORDER BY r.created_at)
            FROM refunds r WHERE r.order_number = orders.number) AS refunds
         FROM orders WHERE number = ANY(${of('numbers')}::text[]) ORDER BY id`,
    },
    erased: [
      (of) =>
        `UPDATE orders SET billing = ${erasePerson('billing', { email: ERASED_EMAIL, orderNotes: '' })},
           shipping_address = CASE WHEN shipping_address IS NOT NULL THEN ${erasePerson('shipping_address', {})} END
         WHERE number = ANY(${of('numbers')}::text[])`,
    ],
  },
  order_lines: {
    collected: IN_ORDERS,
    erased: [
      (of) =>
        `UPDATE order_lines SET choices = jsonb_set(choices, '{engraving,text}', to_jsonb(${quote(ERASED_ENGRAVING)}::text)),
           name = replace(name, ${nameEngraving("(choices #>> '{engraving,text}')")}, ${nameEngraving(quote(ERASED_ENGRAVING))})
         WHERE choices #>> '{engraving,text}' IS NOT NULL AND order_id IN (SELECT id FROM orders WHERE number = ANY(${of('numbers')}::text[]))`,
    ],
  },
  shipments: {
    collected: IN_ORDERS,
    erased: [(of) => `UPDATE shipments SET tracking = '' WHERE order_number = ANY(${of('numbers')}::text[])`],
  },
  payments: { collected: IN_ORDERS, erased: WITH_ORDER },
  payment_events: { collected: 'has ids of messages of payments', erased: WITH_ORDER },
  refunds: {
    collected: IN_ORDERS,
    erased: [(of) => `UPDATE refunds SET reason = '' WHERE order_number = ANY(${of('numbers')}::text[])`],
  },
  order_erasures: {
    collected: 'has numbers of orders of who is erased already',
    erased: [(of) => `DELETE FROM order_erasures WHERE order_number = ANY(${of('numbers')}::text[])`],
  },
  order_holders: { collected: 'has HMACs, while an order holds stock', erased: WITH_ORDER },
  idempotency_keys: { collected: 'has hashes of requests', erased: WITH_ORDER },
  coupon_uses: {
    collected: IN_ORDERS,
    erased: [(of) => `UPDATE coupon_uses SET email_hash = '' WHERE order_number = ANY(${of('numbers')}::text[])`],
  },
  coupons: {
    collected: {
      title: 'Coupons for this address',
      sql: (of) => `SELECT code, starts_at, ends_at FROM coupons WHERE email = ${of('email')} ORDER BY code`,
    },
    // Without an owner, everybody could use it.
    erased: [
      (of) =>
        `UPDATE coupons SET email = 'erased@example.invalid', ends_at = least(ends_at, now()), version = version + 1 WHERE email = ${of('email')}`,
    ],
  },
  carts: {
    collected: {
      title: 'Cart',
      sql: (of) => `SELECT items, coupon_code, updated_at FROM carts WHERE account_id = ${of('id')}`,
    },
    erased: WITH_ACCOUNT,
  },
  wishlist_items: {
    collected: {
      title: 'Wishlist',
      sql: (of) => `SELECT product_id FROM wishlist_items WHERE account_id = ${of('id')} ORDER BY position`,
    },
    erased: WITH_ACCOUNT,
  },
  delivery_holds: { collected: ONLY_HMACS, erased: ONLY_HMACS },
  reviews: {
    collected: {
      title: 'Reviews',
      sql: (of) =>
        `SELECT product_id, user_name AS name, rating, comment, status, created_at, reply FROM reviews WHERE account_id = ${of('id')} ORDER BY id`,
    },
    erased: [
      (of) => `UPDATE reviews SET user_name = 'A customer' WHERE account_id = ${of('id')}`,
      (of) => `DELETE FROM reviews WHERE account_id = ${of('id')} AND status <> 'published'`,
    ],
  },
  review_decisions: { collected: 'has decisions of staff for some seconds', erased: 'is deleted with its review' },
  contact_messages: {
    collected: {
      title: 'Messages to us',
      sql: (of) =>
        `SELECT store AS storefront, name, email, subject, message, created_at FROM contact_messages WHERE lower(email) = ${of('email')} ORDER BY id`,
    },
    erased: [(of) => `DELETE FROM contact_messages WHERE lower(email) = ${of('email')}`],
  },
  mails: {
    // Without their texts, which have codes and links that sign in.
    collected: {
      title: 'Mails from us',
      sql: (of) => `SELECT recipient, subject, created_at, sent_at FROM mails WHERE ${MAILS_SQL(of)} ORDER BY id`,
    },
    erased: [
      (of) => `DELETE FROM mails WHERE ${MAILS_SQL(of)}`,
      // What was forwarded to us; a mail server has it since. Once it is sent, only its subject and its time are left.
      (of) => `DELETE FROM mails WHERE reply_to IS NOT NULL AND lower(reply_to) = ${of('email')}`,
      (of) =>
        `DELETE FROM mails USING contact_messages c WHERE lower(c.email) = ${of('email')} AND mails.sent_at IS NOT NULL
         AND mails.created_at = c.created_at AND mails.subject = ${quote(CONTACT_SUBJECT)} || c.subject`,
    ],
  },
  audit_log: {
    collected: {
      title: 'Notes of ours',
      sql: (of) =>
        WORDS_SQL.map(
          (about) =>
            `SELECT at, action, subject AS about, coalesce(after ->> 'note', after ->> 'reason') AS text FROM audit_log WHERE ${about(of)} AND ${HAS_WORDS}`,
        ).join(' UNION ALL '),
    },
    // What happened stays, and who did it; the words go, which the table allows.
    erased: WORDS_SQL.map(
      (about): PersonSql =>
        (of) =>
          `UPDATE audit_log SET before = redact_audit(before), after = redact_audit(after) WHERE ${about(of)} AND ${HAS_PERSON}`,
    ),
  },
  sessions: {
    collected: {
      title: 'Sign-ins that are open',
      sql: (of) =>
        `SELECT device, remembered, created_at, last_seen_at, expires_at FROM sessions WHERE account_id = ${of('id')} ORDER BY created_at`,
    },
    erased: WITH_ACCOUNT,
  },
  account_events: {
    collected: {
      title: 'Activity',
      sql: (of) =>
        `SELECT kind, detail, times, created_at FROM account_events WHERE account_id = ${of('id')} ORDER BY id`,
    },
    erased: WITH_ACCOUNT,
  },
  reset_grants: { collected: 'has a secret for some minutes', erased: WITH_ACCOUNT },
  challenges: {
    collected: 'has requests for codes for some minutes',
    erased: [(of) => `DELETE FROM challenges WHERE email = ${of('email')}`],
  },
  mailed_codes: {
    collected: 'has codes for a day',
    erased: [(of) => `DELETE FROM mailed_codes WHERE email = ${of('email')}`],
  },
  codes: {
    collected: 'has codes of an earlier release',
    erased: [(of) => `DELETE FROM codes WHERE email = ${of('email')}`],
  },
  code_mails: {
    collected: 'counts codes for a day',
    erased: [(of) => `DELETE FROM code_mails WHERE email = ${of('mailbox')}`],
  },
  sign_in_attempts: { collected: ONLY_HMACS, erased: ONLY_HMACS },
  counters: { collected: ONLY_HMACS, erased: ONLY_HMACS },
  staff: { collected: 'are not customers', erased: 'are not customers' },
  staff_invites: { collected: 'are not customers', erased: 'are not customers' },
};
