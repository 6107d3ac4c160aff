import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { ProductImage } from '@shop/shared/contracts';
import { useModalDialog } from '@shop/shared/design-system/useModalDialog';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { Picture } from '@shop/shared/design-system/Picture';
import { useState, type KeyboardEvent } from 'react';
import styles from './ZoomDialog.module.css';

interface ZoomDialogProps {
  readonly open: boolean;
  readonly images: readonly ProductImage[];
  readonly name: string;
  readonly shown: number;
  readonly onShow: (index: number) => void;
  readonly onClose: () => void;
}

/**
 * Full-screen pictures: pressing one doubles its size, then it scrolls like any content. Arrow keys change the picture.
 */
export function ZoomDialog({ open, images, name, shown, onShow, onClose }: ZoomDialogProps) {
  const { ref } = useModalDialog(open, onClose);
  const [large, setLarge] = useState(false);
  const image = images[shown];

  const step = (by: number): void => {
    setLarge(false);
    onShow((shown + by + images.length) % images.length);
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (large || images.length < 2) return; // Arrow keys scroll the enlarged picture.
    if (key === 'ArrowRight') step(1);
    if (key === 'ArrowLeft') step(-1);
  };
  const close = (): void => {
    setLarge(false);
    onClose();
  };

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-label={`Pictures of ${name}`}
      onClose={close}
      onKeyDown={onKeyDown}
    >
      {open && image && (
        <>
          <div className={styles.view} data-large={large}>
            <button
              type="button"
              className={styles.picture}
              aria-pressed={large}
              aria-label={large ? 'Fit the picture to the screen' : 'Double the picture'}
              onClick={() => setLarge(!large)}
            >
              <Picture key={image.url} src={image.url} alt={image.alt} sizes={large ? '200vmin' : '100vmin'} priority />
            </button>
          </div>
          <IconButton className={styles.close} variant="line" label="Close pictures" onClick={close}>
            <Icon icon={X} />
          </IconButton>
          {images.length > 1 && (
            <div className={styles.steps}>
              <IconButton variant="line" label="Previous picture" onClick={() => step(-1)}>
                <Icon icon={ChevronLeft} />
              </IconButton>
              <span role="status">
                {shown + 1} / {images.length}
              </span>
              <IconButton variant="line" label="Next picture" onClick={() => step(1)}>
                <Icon icon={ChevronRight} />
              </IconButton>
            </div>
          )}
        </>
      )}
    </dialog>
  );
}
