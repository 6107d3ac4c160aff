import { Picture } from '@shop/shared/design-system/Picture';
import type { PictureSource } from '@shop/shared/design-system/pictureSources';
import { TextLink } from '@shop/shared/design-system/TextLink';
import styles from './Promo.module.css';

interface PromoProps {
  readonly label: string;
  readonly title: string;
  readonly text?: string;
  readonly link: { readonly label: string; readonly href: string };
  readonly picture: PictureSource;
  /** The subject stands towards the picture's end: the crop follows it. */
  readonly focus?: 'centre' | 'end';
  /** Across the whole row, picture first. */
  readonly wide?: boolean;
}

/** A picture with its text on a panel beside it. */
export function Promo({ label, title, text, link, picture, focus = 'centre', wide = false }: PromoProps) {
  return (
    <article className={styles.promo} data-wide={wide} data-focus={focus}>
      <div className={styles.media}>
        <Picture src={picture} alt="" sizes={wide ? '(min-width: 1024px) 60vw, 94vw' : '(min-width: 1024px) 26vw, 94vw'} />
      </div>
      <div className={styles.text}>
        <p className={styles.label}>{label}</p>
        <h2 className={styles.title}>{title}</h2>
        {text && <p className={styles.lede}>{text}</p>}
        <TextLink to={link.href}>{link.label}</TextLink>
      </div>
    </article>
  );
}
