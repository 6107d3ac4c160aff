import studs from '../../pictures/earrings-studs-1.webp?widths=320,640,960';
import locket from '../../pictures/necklace-locket-1.webp?widths=320,640,960';
import eternity from '../../pictures/ring-eternity-1.webp?widths=320,640,960';
import { Picture } from '@shop/shared/design-system/Picture';
import { paths } from '@shop/shared/navigation';
import { Link } from 'react-router-dom';
import { Section } from './Section';
import styles from './ServiceBanners.module.css';

const BANNERS = [
  {
    image: studs,
    title: 'Certified stones',
    text: 'Every certified stone ships with its report.',
    href: `${paths.features}#certified-stones`,
  },
  {
    image: eternity,
    title: 'Find your size',
    text: 'Paper, scissors, and a two-minute guide.',
    href: paths.post('find-your-ring-size-at-home'),
  },
  { image: locket, title: 'Made yours', text: 'Add up to 24 letters.', href: `${paths.features}#engraving` },
];

/** The bottom banners (product.md 3.2). */
export function ServiceBanners() {
  return (
    <Section label="Good to know">
      <ul className={styles.banners}>
        {BANNERS.map(({ image, title, text, href }) => (
          <li key={title} className={styles.banner}>
            <div className={styles.picture}>
              <Picture src={image} alt="" sizes="(min-width: 1200px) 10rem, 7rem" />
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
