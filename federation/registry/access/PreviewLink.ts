import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';

/** A signed link that shows one release. It contains no signature, so it may be listed. */
export const PreviewLink = Type.Object({
  id: Type.String(),
  remote: Type.String(),
  version: Type.String(),
  /** Name of the token that made it. */
  by: Type.String(),
  /** End of its validity. */
  until: Type.String(),
});
export type PreviewLink = Static<typeof PreviewLink>;
