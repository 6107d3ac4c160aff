import { ChevronLeft, ChevronRight, Minus, Plus, X } from 'lucide-react';
import type { ProductImage } from '@shop/contracts';
import { useModalDialog } from '@shop/shared/design-system/useModalDialog';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { Picture } from '@shop/shared/design-system/Picture';
import { useEffect } from 'react';
import { useZoom } from './useZoom';
import styles from './ZoomDialog.module.css';

const STEP = 1.5;
const PAN_PX = 80;
const PANS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [PAN_PX, 0],
  ArrowRight: [-PAN_PX, 0],
  ArrowUp: [0, PAN_PX],
  ArrowDown: [0, -PAN_PX],
};

interface ZoomedPicturesProps {
  readonly images: readonly ProductImage[];
  readonly image: ProductImage;
  readonly shown: number;
  readonly startScale: number;
  readonly onShow: (index: number) => void;
  readonly onClose: () => void;
}

function ZoomedPictures({ images, image, shown, startScale, onShow, onClose }: ZoomedPicturesProps) {
  const step = (by: number): void => {
    zoomBy(0);
    onShow((shown + by + images.length) % images.length);
  };
  const { view, picture, scale, zoomBy, panBy } = useZoom(image.width, startScale, step);
  const isZoomed = scale > 1;

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      const [x, y] = PANS[key] ?? [];
      if (key === '+' || key === '=') zoomBy(STEP);
      else if (key === '-') zoomBy(1 / STEP);
      else if (key === '0') zoomBy(0);
      else if (x === undefined || y === undefined) return;
      else if (isZoomed) panBy({ x, y });
      else if (x !== 0 && images.length > 1) step(x < 0 ? 1 : -1);
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  return (
    <>
      <div ref={view} className={styles.view} data-zoomed={isZoomed}>
        <div ref={picture} className={styles.picture}>
          <Picture
            key={image.url}
            src={image.url}
            alt={image.alt}
            sizes={isZoomed ? '400vmin' : '100vmin'}
            width={image.width}
            height={image.height}
            priority
          />
        </div>
      </div>
      <IconButton className={styles.close} variant="line" label="Close pictures" onClick={onClose}>
        <Icon icon={X} />
      </IconButton>
      <div className={styles.steps}>
        {images.length > 1 && (
          <>
            <IconButton variant="line" label="Previous picture" onClick={() => step(-1)}>
              <Icon icon={ChevronLeft} />
            </IconButton>
            <span role="status">
              {shown + 1} / {images.length}
            </span>
            <IconButton variant="line" label="Next picture" onClick={() => step(1)}>
              <Icon icon={ChevronRight} />
            </IconButton>
          </>
        )}
        <IconButton variant="line" label="Zoom out" onClick={() => zoomBy(1 / STEP)}>
          <Icon icon={Minus} />
        </IconButton>
        <span className={styles.scale} role="status">
          {Math.round(scale * 100)}%
        </span>
        <IconButton variant="line" label="Zoom in" onClick={() => zoomBy(STEP)}>
          <Icon icon={Plus} />
        </IconButton>
      </div>
    </>
  );
}

interface ZoomDialogProps extends Omit<ZoomedPicturesProps, 'image'> {
  readonly open: boolean;
  readonly name: string;
}

/** Full-screen pictures. The keys are + and -, 0 to fit, and arrows, which change the picture or move a large one. */
export function ZoomDialog({ open, name, ...pictures }: ZoomDialogProps) {
  const { images, shown, onClose } = pictures;
  const { ref } = useModalDialog(open, onClose);
  const image = images[shown];
  return (
    <dialog ref={ref} className={styles.dialog} aria-label={`Pictures of ${name}`} onClose={onClose}>
      {open && image && <ZoomedPictures {...pictures} image={image} />}
    </dialog>
  );
}
