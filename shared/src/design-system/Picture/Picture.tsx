import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styles from './Picture.module.css';
import { getPictureSources, type PictureSource } from './getPictureSources';

interface PictureProps {
  readonly src: string | PictureSource;
  /** Alternative text; '' if adjacent text says the same. */
  readonly alt: string;
  /** CSS `sizes` attribute. */
  readonly sizes: string;
  readonly width?: number;
  readonly height?: number;
  /** For the page's largest picture: loads it first instead of lazily. */
  readonly priority?: boolean;
  readonly className?: string | undefined;
}

const PRODUCT_SIZE_PX = 1200;

/**
 * Fills its box, which the page reserves. If it fails to load, a placeholder fills the box, and its ground alone if
 * there is none.
 */
export function Picture({ src, alt, sizes, width, height, priority = false, className }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const sources = getPictureSources(src);
  const image = useRef<HTMLImageElement>(null);
  // A server-rendered picture may have failed before hydration.
  useEffect(() => {
    const { complete, naturalWidth, currentSrc } = image.current ?? {};
    if (complete && naturalWidth === 0 && currentSrc) setFailed(sources.src);
  }, [sources.src]);
  const ownSize = typeof src === 'string' ? { width: PRODUCT_SIZE_PX, height: PRODUCT_SIZE_PX } : src;
  if (failed === sources.src || sources.src === '') {
    return (
      <span
        className={className ? `${styles['missing']} ${className}` : styles.missing}
        role={alt ? 'img' : undefined}
        aria-label={alt || undefined}
      >
        {sources.src !== '' && <ImageOff aria-hidden="true" />}
      </span>
    );
  }
  return (
    <>
      {priority && sources.avif && (
        <link
          rel="preload"
          as="image"
          type="image/avif"
          href={sources.src}
          imageSrcSet={sources.avif}
          imageSizes={sizes}
          fetchPriority="high"
        />
      )}
      <picture className={className ? `${styles['picture']} ${className}` : styles.picture}>
        {sources.avif && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
        <img
          ref={image}
          src={sources.src}
          {...(sources.webp ? { srcSet: sources.webp, sizes } : {})}
          alt={alt}
          width={width ?? ownSize.width}
          height={height ?? ownSize.height}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : undefined}
          decoding={priority ? 'sync' : 'async'}
          onError={() => setFailed(sources.src)}
        />
      </picture>
    </>
  );
}
