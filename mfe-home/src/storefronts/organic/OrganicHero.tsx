import produce from '../../pictures/organic-produce.webp?widths=480,960,1600';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { Picture } from '@shop/shared/design-system/Picture';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import styles from './OrganicHero.module.css';

/** The welcome banner with the storefront's name and colors (product.md 3.10). */
export function OrganicHero() {
  const { name } = useAppSelector(selectStorefront);
  return (
    <Wrap>
      <section className={styles.hero} aria-labelledby="hero-title">
        <div className={styles.text}>
          <p className={styles.welcome}>
            Welcome to <span>{name}</span>
          </p>
          <h1 id="hero-title" className={styles.title}>
            Picked this morning. <span>At your door tonight.</span>
          </h1>
          <p className={styles.lede}>
            Fruit, vegetables, dairy and grains from organic growers near Portland and Seattle.
          </p>
          <ButtonLink variant="accent" to={paths.products}>
            Shop Fresh Now
          </ButtonLink>
        </div>
        <div className={styles.media}>
          <div className={styles.blob}>
            <Picture
              src={produce}
              alt="Vegetables and fruit on a pale wooden table"
              sizes="(min-width: 900px) 45vw, 94vw"
              priority
            />
          </div>
        </div>
      </section>
    </Wrap>
  );
}
