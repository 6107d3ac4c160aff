import type { CouponTerms, StaffCoupon } from '@shop/contracts';
import { EMAIL_PATTERN } from '@shop/contracts/emailPattern';
import type { Values } from '../form/mergeTheirs';
import { splitLines } from '../products/product/lines';

/** The fields of the form, named as the API names them. */
export type CouponField = 'code' | keyof CouponTerms;
export type CouponTexts = Values<CouponField>;

export const LABELS: Readonly<Record<CouponField, string>> = {
  code: 'Code',
  kind: 'It takes off',
  amount: 'How much',
  minimum_cents: 'Smallest order',
  maximum_cents: 'Largest order',
  products: 'Products',
  categories: 'Categories',
  not_reduced: 'Products on sale',
  email: 'Email address',
  starts_at: 'First day',
  ends_at: 'Last day',
  max_uses: 'Uses',
  max_uses_per_customer: 'Uses by each customer',
};

export const EMPTY: CouponTexts = {
  code: '',
  kind: 'percent',
  amount: '',
  minimum_cents: '',
  maximum_cents: '',
  products: '',
  categories: '',
  not_reduced: '',
  email: '',
  starts_at: '',
  ends_at: '',
  max_uses: '',
  max_uses_per_customer: '',
};

const DAY_MS = 86_400_000;
const toDay = (instant: string | null): string => instant?.slice(0, 10) ?? '';
/** The day that is still included. */
const toLastDay = (instant: string | null): string =>
  instant === null ? '' : new Date(new Date(instant).getTime() - 1).toISOString().slice(0, 10);
const toDollars = (cents: number | null): string => (cents ? (cents / 100).toFixed(2) : '');
const toText = (count: number | null): string => (count === null ? '' : String(count));

export const toTexts = (coupon: StaffCoupon): CouponTexts => ({
  code: coupon.code,
  kind: coupon.kind,
  amount: coupon.kind === 'percent' ? String(coupon.amount) : toDollars(coupon.amount),
  minimum_cents: toDollars(coupon.minimum_cents),
  maximum_cents: toDollars(coupon.maximum_cents),
  products: (coupon.products ?? []).join('\n'),
  categories: (coupon.categories ?? []).join('\n'),
  not_reduced: coupon.not_reduced ? 'yes' : '',
  email: coupon.email ?? '',
  starts_at: toDay(coupon.starts_at),
  ends_at: toLastDay(coupon.ends_at),
  max_uses: toText(coupon.max_uses),
  max_uses_per_customer: toText(coupon.max_uses_per_customer),
});

const DOLLARS = /^\$?\s?\d{1,6}(?:\.\d{1,2})?$/;
const isDollars = (text: string): boolean => DOLLARS.test(text.trim());
const readCents = (text: string): number => Math.round(Number(text.trim().replace('$', '')) * 100);
const readDay = (text: string, daysLater = 0): string | null =>
  text === '' ? null : new Date(Date.parse(`${text}T00:00:00Z`) + daysLater * DAY_MS).toISOString();
const readCount = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));
const readList = (text: string): string[] | null => (text === '' ? null : [...splitLines(text)]);

/** Everything that a form says, which `checkField` has checked. */
export const readTexts = (texts: CouponTexts): CouponTerms => ({
  kind: texts.kind === 'fixed' ? 'fixed' : 'percent',
  amount: texts.kind === 'fixed' ? readCents(texts.amount) : Number(texts.amount.trim()),
  minimum_cents: texts.minimum_cents.trim() === '' ? 0 : readCents(texts.minimum_cents),
  maximum_cents: texts.maximum_cents.trim() === '' ? null : readCents(texts.maximum_cents),
  products: readList(texts.products),
  categories: readList(texts.categories),
  not_reduced: texts.not_reduced === 'yes',
  email: texts.email.trim() === '' ? null : texts.email.trim(),
  starts_at: readDay(texts.starts_at),
  ends_at: readDay(texts.ends_at, 1),
  max_uses: readCount(texts.max_uses),
  max_uses_per_customer: readCount(texts.max_uses_per_customer),
});

/** What differs from what is saved: an end at an instant stays one as long as nobody changes its day. */
export const readChanges = (texts: CouponTexts, saved: CouponTexts): Partial<CouponTerms> => {
  const isChanged = (name: string): boolean => {
    const field = name as CouponField; // of the terms
    return texts[field] !== saved[field] || (field === 'amount' && texts.kind !== saved.kind);
  };
  return Object.fromEntries(Object.entries(readTexts(texts)).filter(([name]) => isChanged(name)));
};

type Check = (text: string, texts: CouponTexts) => string | undefined;
const optional =
  (isRight: (text: string) => boolean, message: string): Check =>
  (text) =>
    text === '' || isRight(text) ? undefined : message;
const checkDollars = optional(isDollars, 'Dollars, such as 40.');
const checkCount = optional((text) => /^[1-9]\d{0,8}$/.test(text), 'A whole number from 1.');

const CHECKS: Readonly<Partial<Record<CouponField, Check>>> = {
  code: (text) => (/^[A-Za-z0-9_-]{1,32}$/.test(text) ? undefined : 'Up to 32 letters, digits, - and _.'),
  amount: (text, { kind }) => {
    if (kind === 'fixed') return isDollars(text) && readCents(text) > 0 ? undefined : 'Dollars, such as 5.';
    return /^([1-9]\d?|100)$/.test(text) ? undefined : 'A whole number from 1 to 100.';
  },
  minimum_cents: checkDollars,
  maximum_cents: (text, { minimum_cents: minimum }) => {
    const error = checkDollars(text, EMPTY);
    if (error !== undefined || text === '') return error;
    if (readCents(text) === 0) return 'Dollars, such as 40.';
    return isDollars(minimum) && readCents(minimum) > readCents(text) ? 'It is below the smallest order.' : undefined;
  },
  email: optional((text) => EMAIL_PATTERN.test(text), 'An address such as kim@example.com.'),
  ends_at: (text, { starts_at: starts }) =>
    text !== '' && starts !== '' && text < starts ? 'It is before the first day.' : undefined,
  max_uses: checkCount,
  max_uses_per_customer: checkCount,
};

/** Returns what is wrong with a field. The server checks all of it again, and more. */
export const checkField = (name: CouponField, texts: CouponTexts): string | undefined =>
  CHECKS[name]?.(texts[name].trim(), texts);
