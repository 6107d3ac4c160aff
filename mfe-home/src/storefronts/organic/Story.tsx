import carrots from '../../pictures/crooked-carrots.webp?widths=320,640,960';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { Picture } from '@shop/shared/design-system/Picture';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import styles from './Story.module.css';

/** A blog post on the organic home page. */
export function Story() {
  return (
    <Wrap>
      <section className={styles.story} data-below aria-labelledby="story-title">
        <div className={styles.text}>
          <Eyebrow>From the growers</Eyebrow>
          <h2 id="story-title" className={styles.title}>
            Why our carrots are crooked
          </h2>
          <p className={styles.lede}>
            Straight carrots need sieved soil. Ours grow around stones, and taste better for the effort.
          </p>
          <TextLink to={paths.post('why-our-carrots-are-crooked')}>Read the story</TextLink>
        </div>
        <div className={styles.picture}>
          <Picture
            src={carrots}
            alt="Crooked carrots with their greens on a board"
            sizes="(min-width: 900px) 52vw, 88vw"
          />
        </div>
      </section>
    </Wrap>
  );
}
