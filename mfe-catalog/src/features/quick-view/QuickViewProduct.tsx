import type { ProductDetail } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Eyebrow } from '@shop/shared/design-system/Eyebrow';
import { Picture } from '@shop/shared/design-system/Picture';
import { Price } from '@shop/shared/design-system/Price';
import { Quantity } from '@shop/shared/design-system/Quantity';
import { Rating } from '@shop/shared/design-system/Rating';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { paths } from '@shop/shared/navigation';
import { useFormatPrice } from '@shop/shared/state';
import { useProductPurchase } from '../../parts/useProductPurchase';
import { VariantChoice } from '../../parts/VariantChoice';
import styles from './QuickView.module.css';

interface QuickViewProductProps {
  readonly product: ProductDetail;
  /** Either added to the cart or sent to the product page (when options must be chosen). */
  readonly onLeave: () => void;
}

/** Picture, summary and buy buttons, with a link to the product page. */
export function QuickViewProduct({ product, onLeave }: QuickViewProductProps) {
  const { variant, quantity, cost, stock, measure, ...purchase } = useProductPurchase(product);
  const money = useFormatPrice();
  const soldOut = stock <= 0;
  const image = variant?.image ?? product.image;
  const buy = (): void => {
    if (purchase.addToCart()) onLeave();
  };

  return (
    <div className={styles.product}>
      <div className={styles.picture}>
        <Picture
          src={image}
          alt={product.images.find(({ url }) => url === image)?.alt ?? ''}
          sizes="(min-width: 768px) 30rem, 92vw"
          priority
        />
      </div>
      <div className={styles.summary}>
        <Eyebrow>{product.categoryName}</Eyebrow>
        <h2 className={styles.name}>{product.name}</h2>
        <Rating value={product.rating} count={product.reviewCount} />
        <Price size="page" format={money} {...cost} />
        <p className={styles.short}>{product.shortDescription}</p>
        <VariantChoice {...purchase.choice} />
        <div className={styles.buy}>
          <Quantity
            label={product.name}
            value={quantity}
            measure={measure}
            max={Math.max(1, Math.min(99, stock))}
            onChange={purchase.setQuantity}
          />
          <Button className={styles.add} disabled={soldOut} aria-describedby="quick-view-hint" onClick={buy}>
            Add to cart
          </Button>
        </div>
        <p id="quick-view-hint" className={styles.short} role="status">
          {purchase.availability}
        </p>
        <TextLink to={paths.product(product.id)} onClick={onLeave}>
          View full details
        </TextLink>
      </div>
    </div>
  );
}
