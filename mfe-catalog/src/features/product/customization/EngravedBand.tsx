import type { EngravingFont } from '@shop/contracts';
import { useId } from 'react';
import { createPortal } from 'react-dom';
import { ENGRAVED_PICTURE } from '../gallery/engravedPicture';
import styles from './EngravedBand.module.css';

/** Sizes in the units of the drawing, in which the band is 288 long. Long texts are smaller. */
const MAX_SIZE = 22;
const LENGTH_BY_FONT: Readonly<Record<EngravingFont, number>> = { serif: 520, block: 310, script: 520 };

interface EngravedBandProps {
  readonly text: string;
  readonly font: EngravingFont;
  /** The product's color. */
  readonly metal: string | undefined;
}

/** An engraving on the product's first picture: a piece of the band with the text cut into it. */
export function EngravedBand({ text, font, metal }: EngravedBandProps) {
  const arc = useId();
  const picture = document.getElementById(ENGRAVED_PICTURE);
  if (!picture) return null;
  const fontSize = Math.min(MAX_SIZE, LENGTH_BY_FONT[font] / [...text].length);
  const letters = (
    <textPath href={`#${arc}`} startOffset="50%">
      {text}
    </textPath>
  );
  // The text is in the form already.
  return createPortal(
    <svg className={styles.band} viewBox="0 0 320 76" data-metal={metal} data-font={font} aria-hidden="true">
      <path className={styles.metal} d="M16 22Q160 62 304 22" />
      <path id={arc} d="M16 27Q160 67 304 27" fill="none" />
      <text className={styles.shine} y="1" fontSize={fontSize}>
        {letters}
      </text>
      <text className={styles.cut} fontSize={fontSize}>
        {letters}
      </text>
    </svg>,
    picture,
  );
}
