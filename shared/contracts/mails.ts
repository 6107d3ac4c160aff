import type { MailWords } from './content';

/** What the shop puts where a text says "{name}". */
interface Place {
  /** For who writes the text. */
  readonly says: string;
  readonly example: string;
  /** The text is useless without it. */
  readonly keptIn?: 'subject' | 'text';
}

interface MailSpec {
  readonly name: string;
  readonly places: Readonly<Record<string, Place>>;
  readonly subject: string;
  readonly heading: string;
  /** A paragraph a line. */
  readonly text: string;
}

// Mails about an order are found by its number in their subject.
const number = { says: 'The number of the order.', example: 'ORD-7K3M-22AB', keptIn: 'subject' } as const;
const payment = {
  says: 'How to pay, and until when.',
  example: 'Please transfer $640.00 within seven days.',
  keptIn: 'text',
} as const;
const destination = {
  says: 'Where it was sent to. Nothing for an address that is not confirmed.',
  example: 'to Portland',
} as const;
const advice = {
  says: 'What to do if it was somebody else.',
  example: 'If this was not you, choose "Forgot password?" on the login page at once.',
  keptIn: 'text',
} as const;

const KEPT_WITHOUT_THE_PERSON =
  'Orders stay as the tax law asks, with their number, date, products, amounts, country and state, but without you.';

/** Every mail to customers, with its words as compiled. */
const MAILS = {
  'order-received': {
    name: 'Order received',
    places: { number, payment },
    subject: 'Your order {number}',
    heading: 'Your order is placed',
    text: 'Thank you. We have received your order {number}.\n{payment}',
  },
  'order-received-paid': {
    name: 'Order received and paid',
    places: { number, total: { says: 'What was paid.', example: '$640.00' } },
    subject: 'Your order {number} is paid',
    heading: 'Order confirmed, paid',
    text: 'Thank you. We have received your payment of {total} for your order {number}. We are packing it now.',
  },
  'order-paid': {
    name: 'Payment received',
    places: { number, total: { says: 'What was paid.', example: '$640.00' } },
    subject: 'Your order {number} is paid',
    heading: 'Your order is paid',
    text: 'We have received your payment of {total} for your order {number}. We are packing it now.',
  },
  'order-prolonged': {
    name: 'Order kept longer',
    places: { number, payment },
    subject: 'Your order {number} is kept longer',
    heading: 'We keep your order longer',
    text: 'We keep your order {number} longer for you.\n{payment}',
  },
  'order-shipped': {
    name: 'Order sent',
    places: {
      number,
      what: { says: '“your order”, or “the rest of your order”.', example: 'your order' },
      destination,
      cash: {
        says: 'What is to be paid in cash. Nothing if the order is paid.',
        example: 'Please pay $640.00 in cash when it arrives.',
        keptIn: 'text',
      },
    },
    subject: 'Your order {number} is on its way',
    heading: 'Your order is on its way',
    text: 'We have sent {what} {number} {destination}.\n{cash}',
  },
  'order-part-shipped': {
    name: 'Part of an order sent',
    places: { number, destination },
    subject: 'A part of your order {number} is on its way',
    heading: 'A part of your order is on its way',
    text: 'We have sent a part of your order {number} {destination}. The rest follows.',
  },
  'order-canceled': {
    name: 'Order canceled',
    places: {
      number,
      refund: {
        says: '“there is nothing to pay”, or “we will send your money back”.',
        example: 'there is nothing to pay',
        keptIn: 'text',
      },
    },
    subject: 'Your order {number} is canceled',
    heading: 'Your order is canceled',
    text: 'Your order {number} is canceled. Nothing will be sent, and {refund}.',
  },
  'order-unpaid': {
    name: 'Order canceled, not paid',
    places: {
      number,
      reason: {
        says: 'Why, such as “it was not paid in time”.',
        example: 'your bank transfer has not arrived in time',
        keptIn: 'text',
      },
      paid_meanwhile: {
        says: 'That a late payment is sent back. Nothing for cash.',
        example: 'If you have paid for it in the meantime, we will send your money back.',
        keptIn: 'text',
      },
    },
    subject: 'Your order {number} is canceled',
    heading: 'Your order is canceled',
    text: 'Your order {number} is canceled, because {reason}. Nothing will be sent, and there is nothing to pay.\n{paid_meanwhile} You are welcome to order again.',
  },
  'order-refunded': {
    name: 'Refund sent',
    places: { number, amount: { says: 'What is sent back.', example: '$640.00', keptIn: 'text' } },
    subject: 'Your refund for order {number}',
    heading: 'Your money is on its way back',
    text: 'We have sent {amount} of your order {number} back to you. It may take a few days to reach your account.',
  },
  'payment-returned': {
    name: 'Unexpected payment sent back',
    places: {
      number,
      reason: { says: 'Why, a sentence.', example: 'That order was paid before.', keptIn: 'text' },
    },
    subject: 'Your payment for order {number}',
    heading: 'We send your payment back',
    text: 'We have received a payment for your order {number}. {reason} We will send the money back.',
  },
  'review-published': {
    name: 'Review published',
    places: { product: { says: 'The name of the product.', example: 'Halo Ring' } },
    subject: 'Your review is published',
    heading: 'Your review is published',
    text: 'Thank you for your review of {product}. We have checked it, and everybody can read it now.',
  },
  welcome: {
    name: 'Welcome',
    places: {},
    subject: 'Welcome to {shop}',
    heading: 'Welcome to {shop}',
    text: 'Your account is ready. It keeps your orders, your addresses and your wishlist, on every device where you log in.',
  },
  'register-code': {
    name: 'Code to create an account',
    places: {},
    subject: 'Your code to create an account',
    heading: 'Create your account',
    text: 'Enter this code within 10 minutes to verify your email address and create your account.',
  },
  'login-code': {
    name: 'Code to log in',
    places: {},
    subject: 'Your code to log in',
    heading: 'Log in',
    text: 'Enter this code within 10 minutes to log in, or use the button.',
  },
  'reset-code': {
    name: 'Code to choose a new password',
    places: {},
    subject: 'Your code to reset your password',
    heading: 'Choose a new password',
    text: 'Enter this code within 10 minutes to choose a new password, or use the button.',
  },
  'email-code': {
    name: 'Code to confirm a new address',
    places: {},
    subject: 'Your code to confirm this address',
    heading: 'Confirm your new address',
    text: 'Enter this code within 10 minutes to use this address for your account.',
  },
  'has-account': {
    name: 'There is an account already',
    places: {},
    subject: 'You already have an account',
    heading: 'You already have an account',
    text: 'Someone, perhaps you, tried to create an account with this address. It already has one.\nIf you have forgotten the password, choose "Forgot password?" on the login page, or log in with the button.',
  },
  'password-changed': {
    name: 'Password changed',
    places: {
      google: {
        says: 'What about logging in with Google. Nothing if it is not connected.',
        example: 'You can also still log in with Google.',
        keptIn: 'text',
      },
      advice,
    },
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    text: 'The password of your account was changed, and your other devices were logged out.\n{google}\n{advice}',
  },
  'new-device': {
    name: 'Login on a new device',
    places: {
      device: { says: 'The browser and its system.', example: 'Firefox on Windows', keptIn: 'text' },
      time: { says: 'When, in UTC.', example: '2026-11-29 09:30 UTC', keptIn: 'text' },
      advice,
    },
    subject: 'New login to your account',
    heading: 'New login to your account',
    text: 'Someone just logged in to your account on a new device: {device}, {time}.\nIf this was you, there is nothing to do.\n{advice}',
  },
  'google-connected': {
    name: 'Google connected',
    places: { advice },
    subject: 'Google was connected to your account',
    heading: 'Google was connected to your account',
    text: 'You can now log in to your account with Google as well.\nYou can disconnect it on your account page.\n{advice}',
  },
  'google-disconnected': {
    name: 'Google disconnected',
    places: { advice },
    subject: 'Google was disconnected from your account',
    heading: 'Google was disconnected from your account',
    text: 'You can no longer log in to your account with Google.\n{advice}',
  },
  'email-changed': {
    name: 'Address changed',
    places: {},
    subject: 'The address of your account was changed',
    heading: 'The address of your account was changed',
    text: 'Your account now uses another email address. This one will get no more mail about it.\nIf this was not you, please write to us at once.',
  },
  'erasure-started': {
    name: 'Account will be erased',
    places: { day: { says: 'The day on which it is erased.', example: 'December 6, 2026', keptIn: 'text' } },
    subject: 'Your account will be erased on {day}',
    heading: 'Your account will be erased',
    text: `On {day} we erase your account: your name, addresses, wishlist, cart, messages and sign-ins.\n${KEPT_WITHOUT_THE_PERSON}\nUntil then you can keep it with one click on your account page. You can also download your data there.`,
  },
  'erasure-postponed': {
    name: 'Account not erased yet',
    places: {
      obstacle: { says: 'Why, a sentence.', example: 'An order of yours is on its way.', keptIn: 'text' },
    },
    subject: 'Your account is not erased yet',
    heading: 'Your account is not erased yet',
    text: '{obstacle}\nWe try again each day, and tell you when it is erased. There is nothing to do.',
  },
  'erasure-stopped': {
    name: 'Account kept',
    places: {},
    subject: 'Your account is kept',
    heading: 'Your account is kept',
    text: 'Your account will not be erased. Everything is as it was.',
  },
  erased: {
    name: 'Account erased',
    places: {},
    subject: 'Your account is erased',
    heading: 'Your account is erased',
    text: `Your account is erased, as you asked for, or as we agreed on with you.\n${KEPT_WITHOUT_THE_PERSON}\nThis is the last mail. We delete your address as soon as it is sent.`,
  },
} as const satisfies Record<string, MailSpec>;

export type MailKind = keyof typeof MAILS;
/** Names of the places that a mail's own words may use. */
export type PlaceOf<Kind extends MailKind> = keyof (typeof MAILS)[Kind]['places'];

export const MAIL_KINDS = Object.keys(MAILS) as readonly MailKind[]; // its keys
export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(MAILS, kind);
export const getMailSpec = (kind: MailKind): MailSpec => MAILS[kind];

/** The places of a mail by their names: its own, and the storefront's name. */
export const listPlaces = (kind: MailKind): ReadonlyMap<string, Place> =>
  new Map<string, Place>([
    ...Object.entries(getMailSpec(kind).places),
    ['shop', { says: 'The name of the storefront.', example: 'Oriel' }],
  ]);

export const MAIL_FIELDS = ['subject', 'heading', 'text'] as const;
export type MailField = (typeof MAIL_FIELDS)[number];

const PLACE = /\{(\w+)\}/g;
/** Mail programs make links of addresses in texts. */
const SCRIPT = /(?:javascript|vbscript):/i;

const findFieldProblem = (kind: MailKind, field: MailField, text: string): string | undefined => {
  const places = listPlaces(kind);
  const used = [...text.matchAll(PLACE)].map(([, name = '']) => name);
  const unknown = used.find((name) => !places.has(name));
  if (unknown !== undefined)
    return `This mail has no {${unknown}}. It may use ${[...places.keys()].map((name) => `{${name}}`).join(', ')}.`;
  if (/[{}]/.test(text.replace(PLACE, ''))) return 'Braces are for places only, such as {shop}.';
  const missing = [...places].find(([name, { keptIn }]) => keptIn === field && !used.includes(name));
  if (missing) return `Keep {${missing[0]}} here. ${missing[1].says}`;
  return SCRIPT.test(text) ? 'Leave out links to scripts.' : undefined;
};

/** Returns what is wrong with a mail's words by their fields. A field without words is as compiled. */
export const findWordsProblems = (kind: MailKind, words: MailWords): Readonly<Partial<Record<MailField, string>>> =>
  Object.fromEntries(
    MAIL_FIELDS.flatMap((field) => {
      const text = words[field]?.trim() ?? '';
      const problem = text === '' ? undefined : findFieldProblem(kind, field, text);
      return problem === undefined ? [] : [[field, problem]];
    }),
  );

/** Puts values into a text once: what they contain stays. One without a value takes the space before it along. */
export const fillPlaces = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/( ?)\{(\w+)\}/g, (_match, space: string, name: string) => {
    const value = values.get(name) ?? '';
    return value === '' ? '' : space + value;
  });
