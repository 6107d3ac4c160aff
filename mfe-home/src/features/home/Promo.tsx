import { ArrowRight } from 'lucide-react';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { Icon } from '@shop/shared/design-system/Icon';
import { Picture } from '@shop/shared/design-system/Picture';
import type { PictureSource } from '@shop/shared/design-system/getPictureSources';
import { Link } from 'react-router-dom';
import styles from './Promo.module.css';

interface PromoProps {
  readonly label: string;
  readonly title: string;
  readonly link: { readonly label: string; readonly href: string };
  readonly picture: { readonly source: string | PictureSource; readonly alt: string };
}

/** Text on a panel beside a picture; the whole promo is a link. */
export function Promo({ label, title, link, picture }: PromoProps) {
  return (
    <div className={styles.promo}>
      <div className={styles.media}>
        <Picture
          src={picture.source}
          alt={picture.alt}
          sizes="(min-width: 1024px) 26vw, (min-width: 768px) 46vw, 88vw"
        />
      </div>
      <div className={styles.text}>
        <Eyebrow>{label}</Eyebrow>
        <h2 className={styles.title}>{title}</h2>
        <Link className={styles.link} to={link.href}>
          <span>{link.label}</span>
          <Icon icon={ArrowRight} />
        </Link>
      </div>
    </div>
  );
}
