import type { MailKind, PlaceOf } from '@shop/contracts/mails';
import type { MailContent, MailSender } from './writeMail';

/** What a mail to customers says, without its words: those are of its storefront. */
export interface WordedContent extends Omit<MailContent, 'subject' | 'heading' | 'paragraphs'> {
  readonly kind: MailKind;
  /** What stands at the places of its words. A value may have several lines, each a paragraph. */
  readonly values: Readonly<Record<string, string>>;
}

/** A mail that gets the name, the address and the words of its storefront when it is queued. */
export interface Letter {
  readonly sender: MailSender;
  readonly to: string;
  /** Mails to staff have words of their own. */
  readonly content: WordedContent | MailContent;
  /** When nothing of it is kept any more, sent or not. */
  readonly forgetAt?: Date;
}

/** Puts together a mail of a kind: a value for each of its places, and what else is in it. */
export const buildContent = <Kind extends MailKind>(
  kind: Kind,
  values: Readonly<Record<PlaceOf<Kind>, string>>,
  parts: Omit<WordedContent, 'kind' | 'values'> = {},
): WordedContent => ({ ...parts, kind, values });
