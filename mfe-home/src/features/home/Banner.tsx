import type { SectionOf } from '@shop/contracts';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { Picture } from '@shop/shared/design-system/Picture';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { useOwnPicture } from '../../parts/useOwnPicture';
import styles from './Banner.module.css';

/** The welcome banner with the storefront's name and colors (product.md 3.10). It has the heading of the page. */
export function Banner({ eyebrow, title, highlight, text, button, href, picture }: SectionOf<'banner'>) {
  const findPicture = useOwnPicture();
  const { name } = useAppSelector(selectStorefront);
  return (
    <Wrap>
      <section className={styles.hero} aria-labelledby="hero-title">
        <div className={styles.text}>
          <p className={styles.welcome}>
            {eyebrow === '' ? (
              <>
                Welcome to <span>{name}</span>
              </>
            ) : (
              eyebrow
            )}
          </p>
          <h1 id="hero-title" className={styles.title}>
            {title} {highlight !== '' && <span>{highlight}</span>}
          </h1>
          <p className={styles.lede}>{text}</p>
          <ButtonLink variant="accent" to={href}>
            {button}
          </ButtonLink>
        </div>
        <div className={styles.media}>
          <div className={styles.blob}>
            <Picture src={findPicture(picture)} alt={picture.alt} sizes="(min-width: 900px) 45vw, 94vw" priority />
          </div>
        </div>
      </section>
    </Wrap>
  );
}
