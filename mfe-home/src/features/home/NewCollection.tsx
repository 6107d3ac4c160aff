import earrings from '../../pictures/earrings-pearl-1.webp?widths=320,640,960';
import strand from '../../pictures/necklace-pearl-strand-1.webp?widths=480,640,960';
import pendant from '../../pictures/necklace-solitaire-1.webp?widths=320,640,960';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { Picture } from '@shop/shared/design-system/Picture';
import type { PictureSource } from '@shop/shared/design-system/getPictureSources';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { buildListingHref } from '@shop/shared/navigation';
import { useEffect, useState } from 'react';
import styles from './NewCollection.module.css';
import { Section } from './Section';

/** product.md 3.5. */
const FADE_IN_AFTER_MS = 500;

const PICTURES: readonly {
  readonly place: 'large' | 'small' | 'phone';
  readonly image: PictureSource;
  readonly alt: string;
  readonly sizes: string;
}[] = [
  { place: 'large', image: strand, alt: 'Strand of round white pearls', sizes: '(min-width: 1024px) 62vw, 88vw' },
  {
    place: 'small',
    image: earrings,
    alt: 'Pearl drop earrings with yellow gold hooks',
    sizes: '(min-width: 1024px) 31vw, 46vw',
  },
  { place: 'phone', image: pendant, alt: 'Solitaire pendant on a fine yellow gold chain', sizes: '46vw' },
];

/** Its pictures fade in (product.md 3.5). */
export function NewCollection() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), FADE_IN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Section label="New collection" band>
      <div className={styles.collection} data-shown={shown}>
        {PICTURES.map(({ place, image, alt, sizes }) => (
          <div key={place} className={styles.picture} data-place={place}>
            <Picture src={image} alt={alt} sizes={sizes} />
          </div>
        ))}
        <div className={styles.text}>
          <Eyebrow>New collection</Eyebrow>
          <h2 className={styles.title}>Quiet pearls, for loud days</h2>
          <p className={styles.lede}>
            Freshwater pearls matched by hand and strung on silk, knotted by hand between every pearl.
          </p>
          <TextLink to={buildListingHref({ brand: 'pearl-elegance' })}>See the collection</TextLink>
        </div>
      </div>
    </Section>
  );
}
