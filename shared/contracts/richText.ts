import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';

/** A run of text in one style. With `href` it is a link to a path of this shop or a full URL. */
export const RichTextRun = Type.Object({
  text: Type.String(),
  strong: Type.Optional(Type.Literal(true)),
  em: Type.Optional(Type.Literal(true)),
  href: Type.Optional(Type.String()),
});
export type RichTextRun = Static<typeof RichTextRun>;

const Runs = Type.Array(RichTextRun);

/** A structured text. It is data, so nothing in it can be interpreted as markup. */
export const RichText = Type.Array(
  Type.Union([
    Type.Object({
      kind: Type.Literal('heading'),
      level: Type.Union([Type.Literal(2), Type.Literal(3)]),
      id: Type.String(),
      text: Type.String(),
    }),
    Type.Object({ kind: Type.Literal('paragraph'), runs: Runs }),
    Type.Object({ kind: Type.Literal('quote'), runs: Runs }),
    Type.Object({ kind: Type.Literal('list'), ordered: Type.Boolean(), items: Type.Array(Runs) }),
  ]),
);
export type RichText = Static<typeof RichText>;
