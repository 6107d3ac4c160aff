import { storefronts, toStorefrontPath, type StorefrontId } from '@shop/contracts';
import type { Storefront } from '@shop/contracts/storefronts';
import { fillLayout, type LayoutValues } from './layout/fillLayout';
import { describeLook } from './mailLook';
import type { NewMail } from './mailsRepository';

/** What mails say about a storefront, which staff can change. */
export interface MailedShop {
  readonly name: string;
  readonly support: Pick<Storefront['support'], 'email' | 'street' | 'town' | 'hours'>;
}

/** The shop as a mail shows it. */
export interface MailSender {
  readonly storefront: StorefrontId;
  readonly publicUrl: string;
  /** As compiled if absent. */
  readonly shop?: MailedShop;
}

const getShop = ({ storefront, shop = storefronts[storefront] }: MailSender): MailedShop => shop;

interface Amount {
  readonly name: string;
  readonly amount: string;
}

/** What a mail says. All of it is text; the layout escapes it. */
export interface MailContent {
  readonly subject: string;
  readonly heading: string;
  /** Precedes the paragraphs, the first of which mailboxes show beside the subject. */
  readonly greeting?: string;
  readonly paragraphs: readonly string[];
  readonly code?: string;
  readonly button?: { readonly label: string; readonly url: string };
  readonly order?: {
    readonly lines: readonly (Amount & { readonly picture: string })[];
    readonly amounts: readonly (Amount & { readonly isTotal?: boolean })[];
  };
  /** A text may have several lines. */
  readonly facts?: readonly { readonly name: string; readonly text: string }[];
  readonly notes?: readonly string[];
}

/** Of the people who answer (product.md 10.2). */
/** "A person answers, 8 AM to 10 PM." Numbers stay beside their AM and PM. */
const describeHours = (hours: string | undefined): string =>
  hours ? `A person answers, ${hours.replaceAll(/(\d) (?=[AP]M)/g, '$1\u00a0')}.` : 'A person answers.';

const toTexts = (texts: readonly string[]): LayoutValues[] => texts.map((text) => ({ text }));

const writeHtml = (sender: MailSender, content: MailContent): string => {
  const storefront = storefronts[sender.storefront];
  const { subject, heading, greeting, paragraphs, code, button, order, facts = [], notes = [] } = content;
  const { name, support } = getShop(sender);
  const toAddress = (path: string): string => new URL(path, sender.publicUrl).href;
  return fillLayout({
    ...describeLook({ ...storefront, name }),
    subject,
    heading,
    preview: paragraphs[0] ?? '',
    shopUrl: toAddress(toStorefrontPath('/', sender.storefront)),
    logoUrl: toAddress(`/icons/${sender.storefront}-192.png`),
    paragraphs: toTexts(greeting === undefined ? paragraphs : [greeting, ...paragraphs]),
    code: code === undefined ? [] : toTexts([code]),
    button: button ? [{ ...button }] : [],
    order: order
      ? [
          {
            lines: order.lines.map((line) => ({ ...line, picture: toAddress(line.picture) })),
            amounts: order.amounts.map(({ name: label, amount, isTotal }) => ({
              name: label,
              amount,
              weight: isTotal ? '700' : '400',
            })),
          },
        ]
      : [],
    facts: facts.map((fact) => ({ name: fact.name, rows: toTexts(fact.text.split('\n')) })),
    notes: toTexts(notes),
    support: support.email,
    answers: describeHours(support.hours).replace('A ', 'A\u00a0'),
    sender: `${name}, ${support.street}, ${support.town}`,
  });
};

const writeText = (sender: MailSender, content: MailContent): string => {
  const { greeting, paragraphs, code, button, order, facts = [], notes = [] } = content;
  const { name, support } = getShop(sender);
  const writeAmounts = (amounts: readonly Amount[]): string =>
    amounts.map(({ name: label, amount }) => `${label}: ${amount}`).join('\n');
  return [
    ...(greeting === undefined ? [] : [greeting]),
    ...(code === undefined ? [] : [`Your code is ${code}.`]),
    ...paragraphs,
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(order ? [writeAmounts([...order.lines, ...order.amounts])] : []),
    ...facts.map((fact) => `${fact.name}: ${fact.text}`),
    ...notes,
    `Questions? Reply to this mail, or write to ${support.email}. ${describeHours(support.hours)}`,
    `${name}, ${support.street}, ${support.town}`,
  ].join('\n\n');
};

/** Writes a mail in the look of a storefront, as text and as HTML. Replies go to its support. */
export const writeMail = (sender: MailSender, to: string, content: MailContent): NewMail => ({
  to,
  fromName: getShop(sender).name,
  replyTo: getShop(sender).support.email,
  subject: content.subject,
  text: writeText(sender, content),
  html: writeHtml(sender, content),
  ...(content.code === undefined ? {} : { code: content.code }),
});
