import type { LucideIcon } from 'lucide-react';
import styles from './Icon.module.css';

interface IconProps {
  readonly icon: LucideIcon;
  readonly fill?: boolean;
}

/** A decorative icon next to text or inside a named control. */
export function Icon({ icon: Drawing, fill = false }: IconProps) {
  return <Drawing className={styles.icon} data-fill={fill} aria-hidden="true" focusable="false" />;
}
