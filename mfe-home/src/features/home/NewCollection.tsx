import type { SectionOf } from '@shop/contracts';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { Picture } from '@shop/shared/design-system/Picture';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { useEffect, useState } from 'react';
import { useOwnPicture } from '../../parts/useOwnPicture';
import styles from './NewCollection.module.css';
import { Section } from './Section';

/** product.md 3.5. */
const FADE_IN_AFTER_MS = 500;

const PLACES = [
  { place: 'large', sizes: '(min-width: 1024px) 62vw, 88vw' },
  { place: 'small', sizes: '(min-width: 1024px) 31vw, 46vw' },
  { place: 'phone', sizes: '46vw' },
] as const;

/** Its pictures fade in (product.md 3.5). */
export function NewCollection({ eyebrow, title, text, button, href, pictures }: SectionOf<'collection'>) {
  const findPicture = useOwnPicture();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), FADE_IN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Section label={eyebrow} band>
      <div className={styles.collection} data-shown={shown}>
        {PLACES.map(({ place, sizes }, index) => {
          const picture = pictures[index];
          return (
            picture && (
              <div key={place} className={styles.picture} data-place={place}>
                <Picture src={findPicture(picture)} alt={picture.alt} sizes={sizes} />
              </div>
            )
          );
        })}
        <div className={styles.text}>
          <Eyebrow>{eyebrow}</Eyebrow>
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.lede}>{text}</p>
          <TextLink to={href}>{button}</TextLink>
        </div>
      </div>
    </Section>
  );
}
