import { Clock, Mail, MapPin, Phone, type LucideIcon } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { formatTelHref } from '@shop/shared/format';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import type { ReactNode } from 'react';
import styles from './ContactDetails.module.css';

function Detail({
  icon,
  title,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <span className={styles.icon}>
        <Icon icon={icon} />
      </span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  );
}

/** Other ways to contact the shop (product.md 10.2). */
export function ContactDetails() {
  const { support } = useAppSelector(selectStorefront);
  return (
    <ul className={styles.details}>
      {support.phone !== '' && (
        <Detail icon={Phone} title="Phone">
          <a href={formatTelHref(support.phone)}>{support.phone}</a>
          {support.callNote && <p className={styles.note}>{support.callNote}</p>}
        </Detail>
      )}
      <Detail icon={Mail} title="Email">
        <a href={`mailto:${support.email}`}>{support.email}</a>
      </Detail>
      {support.hours && (
        <Detail icon={Clock} title="Support hours">
          <p>{support.hours}</p>
        </Detail>
      )}
      <Detail icon={MapPin} title="Address">
        <address>
          {support.street}
          <br />
          {support.town}
        </address>
      </Detail>
    </ul>
  );
}
