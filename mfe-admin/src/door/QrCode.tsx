import { useMemo } from 'react';
import { encode } from 'uqr';

/** Scanners need this much white around the code. */
const QUIET_ZONE = 4;

/** A line for each dark stretch of a row. */
const drawPath = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return [];
        const end = row.indexOf(false, x);
        return `M${x} ${y}h${end - x}v1H${x}z`;
      }),
    )
    .join('');

/** A text for a camera, black on white in every theme. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: QUIET_ZONE }), [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={drawPath(data)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
