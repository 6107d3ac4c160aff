import type { SectionOf } from '@shop/contracts';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { Picture } from '@shop/shared/design-system/Picture';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { useOwnPicture } from '../../parts/useOwnPicture';
import styles from './Story.module.css';

/** A story, with a link to the rest of it. */
export function Story({ eyebrow, title, text, button, href, picture }: SectionOf<'story'>) {
  const findPicture = useOwnPicture();
  return (
    <Wrap>
      <section className={styles.story} data-below aria-labelledby="story-title">
        <div className={styles.text}>
          <Eyebrow>{eyebrow}</Eyebrow>
          <h2 id="story-title" className={styles.title}>
            {title}
          </h2>
          <p className={styles.lede}>{text}</p>
          <TextLink to={href}>{button}</TextLink>
        </div>
        <div className={styles.picture}>
          <Picture src={findPicture(picture)} alt={picture.alt} sizes="(min-width: 900px) 52vw, 88vw" />
        </div>
      </section>
    </Wrap>
  );
}
