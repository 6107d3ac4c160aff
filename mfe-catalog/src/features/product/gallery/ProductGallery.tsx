import { Maximize2 } from 'lucide-react';
import type { ProductImage } from '@shop/contracts';
import { Badge } from '@shop/shared/design-system/Badge';
import { Icon } from '@shop/shared/design-system/Icon';
import { Picture } from '@shop/shared/design-system/Picture';
import { scaleSizes } from '@shop/shared/design-system/getPictureSources';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { useEffect, useRef, useState } from 'react';
import styles from './ProductGallery.module.css';
import { useOnDemand } from '@shop/shared/remote/useOnDemand';

const MAIN_SIZES = '(min-width: 1024px) 45vw, (min-width: 768px) 47vw, 94vw';
const GESTURE_SCALE = 2;
const NO_PICTURE: ProductImage = { url: '', alt: '', width: 1200, height: 1200 };

const loadZoom = async () => (await import(/* webpackChunkName: "parts" */ './ZoomDialog')).ZoomDialog;

interface ProductGalleryProps {
  readonly images: readonly ProductImage[];
  readonly name: string;
  readonly offer: number;
  /** URL of the picture of what was chosen last. */
  readonly picked?: string | null;
}

/** One large picture, changed by swiping or by thumbnails; pressing it opens the zoom dialog. */
export function ProductGallery({ images, name, offer, picked = null }: ProductGalleryProps) {
  const { pictureScale } = useAppSelector(selectStorefront);
  const [shown, setShown] = useState(0);
  /** 0 if the pictures are not enlarged. */
  const [startScale, setStartScale] = useState(0);
  const shrink = (): void => setStartScale(0);
  const ZoomDialog = useOnDemand(startScale > 0, loadZoom, shrink);
  const track = useRef<HTMLDivElement>(null);
  const pictures = images.length > 0 ? images : [NO_PICTURE];

  /** Target of a programmatic scroll: pictures passed on the way are not selected. */
  const movingTo = useRef<number>(null);

  const show = (index: number): void => {
    setShown(index);
    const slide = track.current?.children[index];
    if (!track.current || !(slide instanceof HTMLElement)) return;
    movingTo.current = index;
    track.current.scrollLeft = slide.offsetLeft;
  };
  const pickedIndex = pictures.findIndex(({ url }) => url === picked);
  useEffect(() => {
    if (pickedIndex >= 0) show(pickedIndex);
  }, [pickedIndex]);
  const stopMoving = (): void => {
    movingTo.current = null;
  };
  const followSwipe = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    const index = Math.round(Math.abs(currentTarget.scrollLeft) / Math.max(1, currentTarget.clientWidth));
    if (movingTo.current !== null && movingTo.current !== index) return;
    stopMoving();
    if (index !== shown && index < pictures.length) setShown(index);
  };

  // React's listeners are passive. One finger and the wheel scroll the page; two fingers and Ctrl would zoom it.
  useEffect(() => {
    const onGesture = (event: Partial<WheelEvent & TouchEvent>): void => {
      if (!event.touches?.[1] && !(event.ctrlKey && Number(event.deltaY) < 0)) return;
      event.preventDefault?.();
      setStartScale(GESTURE_SCALE);
    };
    // They end with the element.
    for (const type of ['wheel', 'touchmove'] as const)
      track.current?.addEventListener(type, onGesture, { passive: false });
  }, []);

  return (
    <div className={styles.gallery} data-single={pictures.length < 2} role="group" aria-label={`Pictures of ${name}`}>
      <div className={styles.main}>
        <div
          ref={track}
          className={styles.track}
          onScroll={followSwipe}
          onScrollEnd={(event) => (stopMoving(), followSwipe(event))}
          onPointerDown={stopMoving}
          onWheel={stopMoving}
        >
          {pictures.map((image, index) => (
            <button
              key={image.url}
              type="button"
              className={styles.slide}
              aria-label={`Enlarge picture ${index + 1} of ${pictures.length}${image.alt ? `: ${image.alt}` : ''}`}
              tabIndex={index === shown ? 0 : -1}
              disabled={image.url === ''}
              onClick={() => setStartScale(1)}
            >
              <Picture
                src={image.url}
                alt={image.alt}
                sizes={scaleSizes(MAIN_SIZES, pictureScale)}
                priority={index === 0}
              />
            </button>
          ))}
        </div>
        {offer > 0 && (
          <div className={styles.badge}>
            <Badge tone="sale">{offer}% off</Badge>
          </div>
        )}
        {images.length > 0 && (
          <span className={styles.zoomMark}>
            <Icon icon={Maximize2} />
          </span>
        )}
      </div>
      {pictures.length > 1 && (
        <div className={styles.thumbnails}>
          {pictures.map((image, index) => (
            <button
              key={image.url}
              type="button"
              aria-label={`Show picture ${index + 1} of ${pictures.length}`}
              aria-current={index === shown ? 'true' : undefined}
              onClick={() => show(index)}
            >
              <Picture src={image.url} alt="" sizes={scaleSizes('88px', pictureScale)} />
            </button>
          ))}
        </div>
      )}
      {ZoomDialog && (
        <ZoomDialog
          open={startScale > 0}
          images={pictures}
          name={name}
          shown={shown}
          startScale={startScale}
          onShow={show}
          onClose={shrink}
        />
      )}
    </div>
  );
}
