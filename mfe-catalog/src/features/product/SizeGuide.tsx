import type { ProductFeatures } from '@shop/shared/contracts';
import styles from './ProductDescription.module.css';

/** Ring sizes: millimeters and the sizes of three countries. */
export function SizeGuide({ sizes }: { readonly sizes: NonNullable<ProductFeatures['sizeGuide']> }) {
  return (
    <details className={styles.sizes}>
      <summary>Size guide</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            {['mm', 'US', 'UK', 'EU'].map((unit) => (
              <th key={unit} scope="col">
                {unit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map(({ mm, us, uk, eu }) => (
            <tr key={mm}>
              <th scope="row">{mm}</th>
              <td>{us}</td>
              <td>{uk}</td>
              <td>{eu}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
