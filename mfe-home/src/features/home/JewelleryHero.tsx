import rings from '../../pictures/collection-rings.webp?widths=480,800';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { Picture } from '@shop/shared/design-system/Picture';
import { paths } from '@shop/shared/navigation';
import styles from './JewelleryHero.module.css';

/** Text beside the picture, never on it; the picture stands in the arch window. */
export function JewelleryHero() {
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <div className={styles.text}>
        <p className={styles.label}>Engagement rings</p>
        <h1 id="hero-title" className={styles.title}>
          Light, set <em>in gold</em>
        </h1>
        <p className={styles.lede}>Solitaires and halos in 18k gold. Every diamond is graded before it is set, and every ring is sized to you.</p>
        <ButtonLink to={paths.category('rings')} className={styles.button}>
          Shop now
        </ButtonLink>
      </div>
      <div className={styles.media}>
        <div className={styles.arch}>
          <Picture src={rings} alt="Four diamond and gold rings on travertine blocks" sizes="(min-width: 768px) 36vw, 66vw" priority />
        </div>
      </div>
    </section>
  );
}
