import type { ProductImage } from '@shop/shared/contracts';
import { Badge } from '@shop/shared/design-system/Badge';
import { Picture } from '@shop/shared/design-system/Picture';
import { useState } from 'react';
import styles from './ProductGallery.module.css';

const MAIN_SIZES = '(min-width: 1024px) 45vw, (min-width: 768px) 47vw, 94vw';

/** One picture large; the others a press away. */
export function ProductGallery({ images, offer }: { readonly images: readonly ProductImage[]; readonly offer: number }) {
  const [shown, setShown] = useState(0);
  const main = images[shown];
  return (
    <div className={styles.gallery} data-single={images.length < 2}>
      <div className={styles.main}>
        <Picture src={main?.url ?? ''} alt={main?.alt ?? ''} sizes={MAIN_SIZES} priority />
        {offer > 0 && (
          <div className={styles.badge}>
            <Badge tone="sale">{offer}% off</Badge>
          </div>
        )}
      </div>
      {images.length > 1 && (
        <div className={styles.thumbnails} role="group" aria-label="Pictures">
          {images.map((image, index) => (
            <button
              key={image.url}
              type="button"
              aria-label={`Show picture ${index + 1} of ${images.length}`}
              aria-current={index === shown ? 'true' : undefined}
              onClick={() => setShown(index)}
            >
              <Picture src={image.url} alt="" sizes="88px" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
