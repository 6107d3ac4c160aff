import { ButtonLink } from '@shop/shared/design-system/Button';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { Picture } from '@shop/shared/design-system/Picture';
import { Slide } from '../../carousel/Slide';
import type { heroSlides } from './heroSlides';
import styles from './HeroSlider.module.css';

interface HeroSlideProps {
  readonly slide: (typeof heroSlides)[number];
  readonly index: number;
  readonly count: number;
  readonly shown: boolean;
  /** Whether to load its picture: the first one's immediately, the others' after the page has loaded. */
  readonly withPicture: boolean;
}

/** Text beside the picture, which is clipped to an arch. */
export function HeroSlide({
  slide: { category, title, highlight, description, image, imageAlt, link },
  index,
  count,
  shown,
  withPicture,
}: HeroSlideProps) {
  return (
    <Slide index={index} count={count} away={!shown} className={styles.slide}>
      <div className={styles.text}>
        <Eyebrow>{category}</Eyebrow>
        <h2 className={styles.title}>
          {title} <em>{highlight}</em>
        </h2>
        <p className={styles.lede}>{description}</p>
        <ButtonLink to={link} className={styles.button}>
          Shop now
        </ButtonLink>
      </div>
      <div className={styles.media}>
        <div className={styles.arch}>
          {withPicture && (
            <Picture src={image} alt={imageAlt} sizes="(min-width: 768px) 36vw, 66vw" priority={index === 0} />
          )}
        </div>
      </div>
    </Slide>
  );
}
