import type { ProductDetail, ProductVariant } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Modal } from '@shop/shared/design-system/Modal';
import { MeasuringStrip } from './MeasuringStrip';
import { toDiameter } from '../../../parts/ringSizeChart';
import { findSize, readChart } from '../../../parts/ringSizes';
import styles from './SizeGuideDialog.module.css';

interface SizeChoiceProps {
  readonly mm: number;
  readonly variant: ProductVariant;
  readonly isSelected: boolean;
  readonly onSelect: (variantId: string) => void;
}

function SizeChoice({ mm, variant, isSelected, onSelect }: SizeChoiceProps) {
  if (variant.stock <= 0) return <span className={styles.none}>Sold out</span>;
  return (
    <Button
      className={styles.choose}
      variant="secondary"
      size="sm"
      aria-label={`Choose size ${mm}`}
      aria-pressed={isSelected}
      onClick={() => onSelect(variant.id)}
    >
      {isSelected ? 'Chosen' : 'Choose'}
    </Button>
  );
}

interface SizeGuideDialogProps {
  readonly product: ProductDetail;
  readonly selected: string | undefined;
  readonly onSelect: (variantId: string) => void;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Ring sizes of four systems, to choose from, and how to measure them. */
export function SizeGuideDialog({ product, selected, onSelect, open, onClose }: SizeGuideDialogProps) {
  const { variants, storeFeatures } = product;
  const chart = readChart(storeFeatures);
  const hasSizes = variants.length > 0;
  return (
    <Modal open={open} onClose={onClose} label="Size guide">
      <div className={styles.guide}>
        <h2 className={styles.title}>Size guide</h2>
        <div className={styles.columns}>
          <section className={styles.measure} aria-labelledby="size-guide-measure">
            <h3 id="size-guide-measure">How to measure</h3>
            <ol>
              <li>Print the strip, without scaling it, and check its control line with a ruler.</li>
              <li>Cut out the strip and the slit by the arrow. Put it around the base of the finger.</li>
              <li>Pull its end through the slit, close but not tight, and read the size at the arrow.</li>
              <li>Measure again in the evening: fingers are wider then.</li>
            </ol>
            <Button variant="secondary" size="md" onClick={() => window.print()}>
              Print the strip
            </Button>
            <p>
              Or measure a ring that fits: its inner diameter, edge to edge. Between two sizes, take the larger one, and
              for a band of 6&nbsp;mm or more, too.
            </p>
          </section>
          <table className={styles.chart}>
            <caption>Ring sizes. The size in Europe is the inner circumference in millimeters.</caption>
            <thead>
              <tr>
                <th scope="col">EU</th>
                <th scope="col">US</th>
                <th scope="col">UK</th>
                <th scope="col">Diameter</th>
                {hasSizes && <th scope="col">This ring</th>}
              </tr>
            </thead>
            <tbody>
              {chart.map(({ mm, us, uk, eu }) => {
                const variant = findSize(variants, mm);
                if (hasSizes && !variant) return null;
                const isSelected = variant !== undefined && variant.id === selected;
                return (
                  <tr key={mm} data-selected={isSelected}>
                    <th scope="row">{eu}</th>
                    <td>{us}</td>
                    <td>{uk}</td>
                    <td>{toDiameter(mm)}&nbsp;mm</td>
                    {variant && (
                      <td>
                        <SizeChoice
                          mm={mm}
                          variant={variant}
                          isSelected={isSelected}
                          onSelect={(id) => {
                            onSelect(id);
                            onClose();
                          }}
                        />
                      </td>
                    )}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </div>
      <MeasuringStrip chart={chart} />
    </Modal>
  );
}
