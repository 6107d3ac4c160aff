import type { EngravingFont } from '@shop/contracts';
import { ENGRAVING_FONTS } from '@shop/contracts/constants';
import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './EngravedBand.module.css';

const TONES: Readonly<Record<string, string>> = { rose: 'rose', yellow: 'yellow', gold: 'yellow' };
/** The first metal of "White gold", "54 mm yellow" or "Sterling silver"; other colors are those of dials. */
const toTone = (metal: string): string =>
  TONES[/rose|yellow|gold|white|silver|steel/i.exec(metal)?.[0].toLowerCase() ?? ''] ?? 'white';

/** In the units of the drawing: the largest letters, and the length of the arc that they may take. */
const [MAX_SIZE, ARC_LENGTH] = [46, 430];
const MEASURED_AT = 100;

interface EngravedBandProps {
  /** Undefined for an example. */
  readonly text: string | undefined;
  readonly font: EngravingFont;
  /** Names of the chosen option and of the product's color. */
  readonly metal: string;
}

/** A close view of the metal, with the text cut into it along its curve. Long texts are smaller. */
export function EngravedBand({ text, font, metal }: EngravedBandProps) {
  const id = useId();
  const measured = useRef<SVGTextElement>(null);
  const [fontSize, setFontSize] = useState(MAX_SIZE);
  const shown = text ?? 'Your text';
  useLayoutEffect(() => {
    // jsdom draws nothing.
    const length = measured.current?.getComputedTextLength?.() ?? 0;
    setFontSize(Math.min(MAX_SIZE, (ARC_LENGTH * MEASURED_AT) / Math.max(1, length)));
  }, [shown, font]);

  const letters = (
    <textPath href={`#${id}-arc`} startOffset="50%">
      {shown}
    </textPath>
  );
  return (
    <output className={styles.frame}>
      <svg
        className={styles.band}
        viewBox="0 0 480 168"
        data-metal={toTone(metal)}
        data-font={font}
        data-example={text === undefined}
        aria-hidden="true"
      >
        <defs>
          <path id={`${id}-arc`} d="M24 116A620 620 0 0 1 456 116" />
          <linearGradient id={`${id}-metal`} gradientUnits="userSpaceOnUse" x1="0" x2="480" y1="0" y2="0">
            <stop offset="0" className={styles.dark} />
            <stop offset="0.22" className={styles.plain} />
            <stop offset="0.42" className={styles.light} />
            <stop offset="0.7" className={styles.plain} />
            <stop offset="1" className={styles.dark} />
          </linearGradient>
        </defs>
        <path className={styles.wall} d="M-20 134A620 620 0 0 1 500 134" stroke={`url(#${id}-metal)`} />
        <path className={styles.rim} d="M-20 81A620 620 0 0 1 500 81" />
        <path className={styles.edge} d="M-20 86.5A620 620 0 0 1 500 86.500" />
        <path className={styles.edge} d="M-20 182A620 620 0 0 1 500 182" />
        <text ref={measured} fontSize={MEASURED_AT} visibility="hidden">
          {shown}
        </text>
        <text className={styles.shine} y="1.4" dy="0.34em" fontSize={fontSize}>
          {letters}
        </text>
        <text className={styles.cut} dy="0.34em" fontSize={fontSize}>
          {letters}
        </text>
      </svg>
      <VisuallyHidden>
        {text === undefined ? 'Nothing engraved yet' : `Engraved: “${text}”, ${ENGRAVING_FONTS[font]}`}
      </VisuallyHidden>
    </output>
  );
}
