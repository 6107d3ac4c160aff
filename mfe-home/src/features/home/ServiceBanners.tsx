import type { SectionOf } from '@shop/contracts';
import { Picture } from '@shop/shared/design-system/Picture';
import { Link } from 'react-router-dom';
import { useOwnPicture } from '../../parts/useOwnPicture';
import { Section } from './Section';
import styles from './ServiceBanners.module.css';

/** The bottom banners (product.md 3.2). */
export function ServiceBanners({ items }: SectionOf<'services'>) {
  const findPicture = useOwnPicture();
  return (
    <Section label="Good to know">
      <ul className={styles.banners}>
        {items.map(({ picture, title, text, href }, index) => (
          <li key={index} className={styles.banner}>
            <div className={styles.picture}>
              <Picture src={findPicture(picture)} alt={picture.alt} sizes="(min-width: 1200px) 10rem, 7rem" />
            </div>
            <div className={styles.text}>
              <h3>
                <Link to={href}>{title}</Link>
              </h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
