interface PageMetaProps {
  readonly title: string;
  /** Name of the storefront. */
  readonly storeName: string;
  readonly description?: string;
  /** Path of the page's one address, without what only filters or sorts. */
  readonly canonicalPath?: string;
  /** For pages that are one shopper's own. */
  readonly noIndex?: boolean;
}

/** Title and metadata of a page; React moves them to the head. */
export function PageMeta({ title, storeName, description, canonicalPath, noIndex = false }: PageMetaProps) {
  return (
    <>
      <title>{`${title} | ${storeName}`}</title>
      {description && <meta name="description" content={description} />}
      {canonicalPath && <link rel="canonical" href={canonicalPath} />}
      {noIndex && <meta name="robots" content="noindex" />}
    </>
  );
}
