import {
  describeChoices,
  describePiecePrice,
  describeQuantity,
  ENGRAVING_FONTS,
  type StaffLine,
} from '@shop/contracts';
import { Picture } from '@shop/shared/design-system/Picture';
import { formatMoney } from '@shop/shared/format';
import { CalendarClock, FileBadge, PenLine, RefreshCw, type LucideIcon } from 'lucide-react';
import styles from './Line.module.css';

/** The name without what is engraved, which has a row of its own. */
export const getLineName = ({ name, choices }: Pick<StaffLine, 'name' | 'choices'>): string => {
  const engraved = describeChoices(choices);
  return engraved !== '' && name.endsWith(engraved) ? name.slice(0, -engraved.length) : name;
};

/** The picture of a line, in a box of 48 px. */
export function LinePicture({ image }: Pick<StaffLine, 'image'>) {
  return (
    <span className={styles.picture}>
      <Picture src={image} alt="" sizes="48px" />
    </span>
  );
}

interface LineDetail {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly text: string;
}

/** What has to be known to pack it. */
export const listLineDetails = (
  { choices, certification, substitution }: StaffLine,
  slot: string | undefined,
): LineDetail[] => [
  ...(choices?.engraving
    ? [
        {
          icon: PenLine,
          label: 'Engraving',
          text: `“${choices.engraving.text}”, ${ENGRAVING_FONTS[choices.engraving.font].toLowerCase()}`,
        },
      ]
    : []),
  ...(certification
    ? [{ icon: FileBadge, label: 'Report', text: `${certification.laboratory} ${certification.reportNumber}` }]
    : []),
  ...(substitution
    ? [
        {
          icon: RefreshCw,
          label: 'If missing',
          text: substitution === 'similar' ? 'Send something similar' : 'Refund it',
        },
      ]
    : []),
  // Only food has a substitution, and only food has a slot.
  ...(substitution && slot !== undefined ? [{ icon: CalendarClock, label: 'Delivery', text: slot }] : []),
];

interface LineProps {
  readonly line: StaffLine;
  readonly slot: string | undefined;
}

/** A line of the order: what it is, what was chosen, and how much of it is sent, refunded and left. */
export function Line({ line, slot }: LineProps) {
  const { measure, quantity, sent, refunded, to_send: toSend } = line;
  const say = (count: number): string => describeQuantity(count, measure);
  const progress = [
    ...(sent > 0 ? [`${say(sent)} sent`] : []),
    ...(toSend > 0 ? [`${say(toSend)} to send`] : []),
    ...(refunded > 0 ? [`${say(refunded)} refunded`] : []),
  ];
  return (
    <li className={styles.line}>
      <LinePicture image={line.image} />
      <div className={styles.text}>
        <b>{getLineName(line)}</b>
        <code>{line.sku}</code>
        <ul className={styles.details}>
          {listLineDetails(line, slot).map(({ icon: Icon, label, text }) => (
            <li key={label}>
              <Icon aria-hidden />
              <span>{label}</span>
              <b>{text}</b>
            </li>
          ))}
        </ul>
        {progress.length > 0 && <p className={styles.progress}>{progress.join(' · ')}</p>}
      </div>
      <span className={styles.quantity}>
        {say(quantity)} × {describePiecePrice(line.unit_price, measure, formatMoney)}
      </span>
      <b className={styles.sum}>{formatMoney(line.line_total)}</b>
    </li>
  );
}
