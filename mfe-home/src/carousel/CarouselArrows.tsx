import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import styles from './Carousel.module.css';
import type { Carousel } from './useCarousel';

interface CarouselArrowsProps {
  readonly carousel: Carousel;
  /** Names what the arrows move, such as "categories". */
  readonly of: string;
  /** Whether to wrap around; otherwise the arrows are disabled at the ends. */
  readonly wraps?: boolean;
}

/** Renders nothing if all is in view. */
export function CarouselArrows({ carousel: { stop, stops, goTo }, of, wraps = false }: CarouselArrowsProps) {
  if (stops <= 1) return null;
  return (
    <div className={styles.arrows}>
      <IconButton
        variant="line"
        label={`Previous ${of}`}
        disabled={!wraps && stop === 0}
        onClick={() => goTo(stop === 0 ? stops - 1 : stop - 1)}
      >
        <Icon icon={ChevronLeft} />
      </IconButton>
      <IconButton
        variant="line"
        label={`Next ${of}`}
        disabled={!wraps && stop === stops - 1}
        onClick={() => goTo(stop === stops - 1 ? 0 : stop + 1)}
      >
        <Icon icon={ChevronRight} />
      </IconButton>
    </div>
  );
}
