import { selectSiteOrigin, selectStorefront, useAppSelector } from '@shop/shared/state';
import { toStorefrontPath } from '@shop/contracts/storefronts';

interface PageMetaProps {
  readonly title: string;
  readonly description?: string;
  /** Canonical path, without filters and sorting. */
  readonly canonicalPath?: string;
  /** True for a page that each storefront has with its own content: its canonical URL names the storefront. */
  readonly isInEachStorefront?: boolean;
  /** Path of the picture for link previews; the storefront's own by default. */
  readonly image?: string;
  readonly type?: 'website' | 'article' | 'product';
  /** Set on private pages. */
  readonly noIndex?: boolean;
}

/** Each picture in `/media` is also a JPEG for link previews: many mail and chat programs read no WebP. */
const SHARE_SIZE = { width: 1200, height: 630 };
const toSharePath = (image: string | undefined, storefront: string): string =>
  image?.startsWith('/media/')
    ? image.replace(/-\d+\.webp$/, `-${SHARE_SIZE.width}.jpg`)
    : `/icons/${storefront}-share.jpg`;

/** Title and metadata of a page; React moves them to the head. */
export function PageMeta({
  title,
  description,
  canonicalPath,
  isInEachStorefront = false,
  image,
  type = 'website',
  noIndex = false,
}: PageMetaProps) {
  const { id, name } = useAppSelector(selectStorefront);
  const origin = useAppSelector(selectSiteOrigin);
  const fullTitle = `${title} | ${name}`;
  const url = canonicalPath && origin + (isInEachStorefront ? toStorefrontPath(canonicalPath, id) : canonicalPath);
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
      {url && (
        <>
          <link rel="canonical" href={url} />
          <meta property="og:url" content={url} />
          <meta property="og:site_name" content={name} />
          <meta property="og:title" content={fullTitle} />
          <meta property="og:type" content={type} />
          {description && <meta property="og:description" content={description} />}
          <meta property="og:image" content={origin + toSharePath(image, id)} />
          <meta property="og:image:width" content={String(SHARE_SIZE.width)} />
          <meta property="og:image:height" content={String(SHARE_SIZE.height)} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}
