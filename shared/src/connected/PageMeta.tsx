import { selectSiteOrigin, selectStorefront, useAppSelector } from '@shop/shared/state';

interface PageMetaProps {
  readonly title: string;
  readonly description?: string;
  /** Canonical path, without filters and sorting. */
  readonly canonicalPath?: string;
  /** Path of the picture for link previews. */
  readonly image?: string;
  readonly type?: 'website' | 'article' | 'product';
  /** Set on private pages. */
  readonly noIndex?: boolean;
}

/** Title and metadata of a page; React moves them to the head. */
export function PageMeta({
  title,
  description,
  canonicalPath,
  image,
  type = 'website',
  noIndex = false,
}: PageMetaProps) {
  const { name } = useAppSelector(selectStorefront);
  const origin = useAppSelector(selectSiteOrigin);
  const fullTitle = `${title} | ${name}`;
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
      {canonicalPath && (
        <>
          <link rel="canonical" href={origin + canonicalPath} />
          <meta property="og:url" content={origin + canonicalPath} />
          <meta property="og:site_name" content={name} />
          <meta property="og:title" content={fullTitle} />
          <meta property="og:type" content={type} />
          {description && <meta property="og:description" content={description} />}
          {image && <meta property="og:image" content={origin + image} />}
        </>
      )}
    </>
  );
}
