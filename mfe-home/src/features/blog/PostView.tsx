import { PageMeta } from '@shop/shared/connected/PageMeta';
import type { PostDetail } from '@shop/contracts';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { JsonLd } from '@shop/shared/design-system/JsonLd';
import { Picture } from '@shop/shared/design-system/Picture';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { formatDay } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import { selectSiteOrigin, useAppSelector } from '@shop/shared/state';
import { RichText } from '../../parts/RichText';
import { PostCard } from './PostCard';
import { PostGrid } from './PostGrid';
import styles from './PostView.module.css';

/** A post with picture, text and related posts. */
export function PostView({ post }: { readonly post: PostDetail }) {
  const { id, title, description, image, imageAlt, category, time, author, readingTime, body, more } = post;
  const origin = useAppSelector(selectSiteOrigin);
  const article = {
    '@type': 'BlogPosting',
    headline: title,
    description,
    datePublished: time,
    author: { '@type': 'Organization', name: author },
    mainEntityOfPage: origin + paths.post(id),
    ...(image ? { image: origin + image } : {}),
  };
  return (
    <Wrap>
      <PageMeta title={title} description={description} canonicalPath={paths.post(id)} image={image} type="article" />
      <JsonLd data={article} />
      <Breadcrumb
        items={[{ label: 'Home', href: paths.home }, { label: 'Blog', href: paths.blog }, { label: title }]}
      />
      <article className={styles.post}>
        <header className={styles.head}>
          <p className={styles.meta}>
            <Eyebrow as="span">{category}</Eyebrow>
            <time dateTime={time}>{formatDay(time)}</time>
            <span>{readingTime}&nbsp;min read</span>
          </p>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lede}>{description}</p>
        </header>
        <div className={styles.picture}>
          <Picture src={image} alt={imageAlt} sizes="(min-width: 1024px) 60rem, 94vw" priority />
        </div>
        <div className={styles.body}>
          <RichText text={body} />
          <p className={styles.author}>{author}</p>
        </div>
      </article>
      {more.length > 0 && (
        <section className={styles.more} aria-label="Read next">
          <SectionHead title="Read next">
            <TextLink to={paths.blog}>All posts</TextLink>
          </SectionHead>
          <PostGrid>
            {more.map((next) => (
              <PostCard key={next.id} post={next} headingLevel={3} />
            ))}
          </PostGrid>
        </section>
      )}
    </Wrap>
  );
}
