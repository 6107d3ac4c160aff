import type { Post } from '@shop/contracts';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { Icon } from '@shop/shared/design-system/Icon';
import { Picture } from '@shop/shared/design-system/Picture';
import { formatDay } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import styles from './PostCard.module.css';

interface PostCardProps {
  readonly post: Post;
  readonly headingLevel?: 2 | 3;
  readonly priority?: boolean;
}

/** A post in a list; the whole card is a link. */
export function PostCard({
  post: { id, image, category, time, title, description, readMore },
  headingLevel = 2,
  priority = false,
}: PostCardProps) {
  const Heading: 'h2' | 'h3' = `h${headingLevel}`;
  return (
    <article className={styles.post}>
      <div className={styles.picture}>
        <Picture
          src={image}
          alt=""
          sizes="(min-width: 1024px) 31vw, (min-width: 700px) 46vw, 94vw"
          priority={priority}
        />
      </div>
      <p className={styles.meta}>
        <Eyebrow as="span">{category}</Eyebrow>
        <time dateTime={time}>{formatDay(time)}</time>
      </p>
      <Heading className={styles.title}>
        <Link to={paths.post(id)}>{title}</Link>
      </Heading>
      <p className={styles.description}>{description}</p>
      <span className={styles.more} aria-hidden="true">
        <span>{readMore}</span>
        <Icon icon={ArrowRight} />
      </span>
    </article>
  );
}
