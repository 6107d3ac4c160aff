import { Button } from '@shop/shared/design-system/Button';
import { useFormatPrice } from '@shop/shared/state';
import { useEffect, useState, type RefObject } from 'react';
import styles from './BuyBar.module.css';

interface BuyBarProps {
  /** The main button: the bar appears when it scrolls out of view. */
  readonly watch: RefObject<HTMLElement | null>;
  readonly price: number;
  readonly priceFrom: boolean;
  readonly disabled: boolean;
  readonly onAdd: () => void;
}

/** Sticky bar with price and button, on phones only. */
export function BuyBar({ watch, price, priceFrom, disabled, onAdd }: BuyBarProps) {
  const money = useFormatPrice();
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (!watch.current) return undefined;
    // Extend the root far below the viewport, so that a jump past the button is noticed, too.
    const observer = new IntersectionObserver(([entry]) => setShown(entry ? !entry.isIntersecting : false), {
      rootMargin: '0px 0px 1000000px 0px',
    });
    observer.observe(watch.current);
    return () => observer.disconnect();
  }, [watch]);

  if (!shown) return null;
  return (
    <div className={styles.bar} data-over-page-end>
      <b>{priceFrom ? `From ${money(price)}` : money(price)}</b>
      <Button size="md" disabled={disabled} onClick={onAdd}>
        Add to cart
      </Button>
    </div>
  );
}
