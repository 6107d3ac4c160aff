import { useId } from 'react';
import type { RingSize } from './ringSizeChart';
import styles from './RingScaleSwitch.module.css';

export type RingScale = keyof Pick<RingSize, 'us' | 'uk' | 'eu'>;

const SCALES = ['us', 'uk', 'eu'] as const satisfies readonly RingScale[];

interface RingScaleSwitchProps {
  readonly scale: RingScale;
  /** Millimeters of the chosen size, by which the cart names it. */
  readonly mm: number | undefined;
  readonly onChange: (scale: RingScale) => void;
}

/** The scale in which ring sizes are shown, and how large the chosen one is. */
export function RingScaleSwitch({ scale, mm, onChange }: RingScaleSwitchProps) {
  const name = useId();
  return (
    <div className={styles.row}>
      <fieldset role="radiogroup" className={styles.scales} aria-label="Scale of sizes">
        {SCALES.map((id) => (
          <label key={id}>
            <input type="radio" name={name} checked={id === scale} onChange={() => onChange(id)} />
            {id.toUpperCase()}
          </label>
        ))}
      </fieldset>
      {mm !== undefined && <p>Inside circumference: {mm}&nbsp;mm</p>}
    </div>
  );
}
