import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { ENGRAVING_MAX_LETTERS, type ENGRAVING_FONTS } from './constants';
import { Closed } from './endpoint';
import { typedText } from './fields';

export type EngravingFont = keyof typeof ENGRAVING_FONTS;
const EngravingFont = Type.Union([Type.Literal('block'), Type.Literal('serif'), Type.Literal('script')]);

export const Engraving = Closed({
  /** Letters that can be engraved, and spaces between them. */
  text: Type.String({
    ...typedText,
    minLength: 1,
    maxLength: ENGRAVING_MAX_LETTERS,
    pattern: /^[A-Za-z0-9À-ž&.,'’+♥∞-]+( [A-Za-z0-9À-ž&.,'’+♥∞-]+)*$/.source,
  }),
  font: EngravingFont,
});
export type Engraving = Static<typeof Engraving>;

/** What a shopper chose for a line of the cart, by feature of the storefront. Other choices make another line. */
export const Choices = Closed({ engraving: Type.Optional(Engraving) });
export type Choices = Static<typeof Choices>;
