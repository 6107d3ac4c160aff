import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { RingSize } from '../../../parts/ringSizeChart';
import styles from './MeasuringStrip.module.css';

/** Lengths in millimeters: the view box is as many units wide as the picture is millimeters. */
const [HEAD, HEIGHT, SLIT_AT, MARGIN, CONTROL] = [26, 12, 22, 8, 50];
/** Every fourth size has its number. */
const LABELED = 4;

/** An element before the page, whose styles can leave out what follows it: a release may not style the page itself. */
const usePrintedPart = (): HTMLElement => {
  const [part] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    part.className = styles.strip ?? '';
    document.body.prepend(part);
    return () => part.remove();
  }, [part]);
  return part;
};

/**
 * A paper strip in its true size, which only a printer shows. Its end goes through the slit, where the scale starts:
 * the mark there is the circumference.
 */
export function MeasuringStrip({ chart }: { readonly chart: readonly RingSize[] }) {
  const part = usePrintedPart();
  const width = SLIT_AT + Math.max(...chart.map(({ mm }) => mm)) + MARGIN;
  return createPortal(
    <>
      <p>Your ring size. Printed at 100&nbsp;%, this line is {CONTROL}&nbsp;mm long:</p>
      <svg className={styles.drawing} width={`${CONTROL}mm`} height="6mm" viewBox={`0 0 ${CONTROL} 6`} aria-hidden>
        <path d={`M0 3h${CONTROL}M0 1v4M${CONTROL} 1v4`} />
      </svg>
      <svg
        className={styles.drawing}
        width={`${width}mm`}
        height={`${HEIGHT}mm`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        aria-hidden
      >
        <path d={`M0.1 0.1H${HEAD}V2H${width - 0.1}V10H${HEAD}V11.9H0.1Z`} />
        <path d={`M${SLIT_AT} 1.5v9M${SLIT_AT - 1} 6l-3 -1.5v3z`} />
        <text x="2" y="6.8">
          Cut this slit
        </text>
        {chart.map(({ mm, eu }) => (
          <g key={mm}>
            <path d={`M${SLIT_AT + mm} 2v${mm % LABELED === 0 ? 4 : 2.5}`} />
            {mm % LABELED === 0 && (
              <text x={SLIT_AT + mm} y="8" textAnchor="middle">
                {eu}
              </text>
            )}
          </g>
        ))}
      </svg>
    </>,
    part,
  );
}
