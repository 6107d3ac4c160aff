import type { Choices } from './choices';
import { ENGRAVING_FONTS } from './constants';

/** Returns what follows a line's name: `, engraved “Always” (script)`. Empty without choices. */
export const describeChoices = ({ engraving }: Choices = {}): string =>
  engraving ? `, engraved “${engraving.text}” (${ENGRAVING_FONTS[engraving.font].toLowerCase()})` : '';

/** The same without what was typed: `, engraved (script)`. */
export const describeChoicesBriefly = ({ engraving }: Choices = {}): string =>
  engraving ? `, engraved (${ENGRAVING_FONTS[engraving.font].toLowerCase()})` : '';

/** Returns a text that is the same for the same choices. */
export const serializeChoices = ({ engraving }: Choices = {}): string =>
  engraving ? JSON.stringify([engraving.font, engraving.text]) : '';
