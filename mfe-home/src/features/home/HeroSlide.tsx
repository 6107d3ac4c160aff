import { ButtonLink } from '@shop/shared/design-system/Button';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { Picture } from '@shop/shared/design-system/Picture';
import { Slide } from '../../carousel/Slide';
import type { SectionOf } from '@shop/contracts';
import { useOwnPicture } from '../../parts/useOwnPicture';
import styles from './HeroSlider.module.css';

interface HeroSlideProps {
  readonly slide: SectionOf<'hero'>['slides'][number];
  readonly index: number;
  readonly count: number;
  readonly shown: boolean;
  /** Whether to load its picture: the first one's immediately, the others' after the page has loaded. */
  readonly withPicture: boolean;
}

/** Text beside the picture, which is clipped to an arch. */
export function HeroSlide({
  slide: { eyebrow, title, highlight, text, button, href, picture },
  index,
  count,
  shown,
  withPicture,
}: HeroSlideProps) {
  const findPicture = useOwnPicture();
  return (
    <Slide index={index} count={count} away={!shown} className={styles.slide}>
      <div className={styles.text}>
        <Eyebrow>{eyebrow}</Eyebrow>
        <h2 className={styles.title}>
          {title} {highlight !== '' && <em>{highlight}</em>}
        </h2>
        <p className={styles.lede}>{text}</p>
        <ButtonLink to={href} className={styles.button}>
          {button}
        </ButtonLink>
      </div>
      <div className={styles.media}>
        <div className={styles.arch}>
          {withPicture && (
            <Picture
              src={findPicture(picture)}
              alt={picture.alt}
              sizes="(min-width: 768px) 36vw, 66vw"
              priority={index === 0}
            />
          )}
        </div>
      </div>
    </Slide>
  );
}
