import type { ProductDetail } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { useState } from 'react';
import { useOnDemand } from '@shop/shared/remote/useOnDemand';
import styles from './SizeGuide.module.css';

const loadDialog = async () => (await import(/* webpackChunkName: "size-guide" */ './SizeGuideDialog')).SizeGuideDialog;

interface SizeGuideProps {
  readonly product: ProductDetail;
  readonly selected: string | undefined;
  readonly onSelect: (variantId: string) => void;
}

/** A button that opens the ring sizes. */
export function SizeGuide({ product, ...choice }: SizeGuideProps) {
  const [open, setOpen] = useState(false);
  const SizeGuideDialog = useOnDemand(open, loadDialog, () => setOpen(false));
  return (
    <>
      <Button
        className={product.variants.length > 0 ? styles.beside : styles.alone}
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Size guide
      </Button>
      {SizeGuideDialog && <SizeGuideDialog {...choice} product={product} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
