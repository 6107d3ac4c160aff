import { Heart, Truck } from 'lucide-react';
import type { ProductDetail } from '@shop/shared/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { Price } from '@shop/shared/design-system/Price';
import { Quantity } from '@shop/shared/design-system/Quantity';
import { Rating } from '@shop/shared/design-system/Rating';
import { paths } from '@shop/shared/navigation';
import { useFormatPrice } from '@shop/shared/state';
import { Link, useNavigate } from 'react-router-dom';
import { useProductPurchase } from '../../parts/useProductPurchase';
import { VariantChoice } from '../../parts/VariantChoice';
import { BuyBar } from './BuyBar';
import { ProductFacts } from './ProductFacts';

import styles from './ProductBuyBox.module.css';

/** Price, options, quantity and the two buy buttons. */
export function ProductBuyBox({ product }: { readonly product: ProductDetail }) {
  const navigate = useNavigate();
  const money = useFormatPrice();
  const purchase = useProductPurchase(product);
  const { variant, quantity, unitPrice, stock, wished } = purchase;
  const soldOut = stock <= 0;

  const buyNow = (): void => {
    if (purchase.addToCart({ quiet: true })) void navigate(paths.checkout);
  };

  return (
    <>
      <div className={styles.meta}>
        <Link
          className={styles.toReviews}
          to="#reviews"
          aria-label={`${product.reviewCount} reviews, rated ${product.rating} out of 5`}
        >
          <Rating value={product.rating} count={product.reviewCount} />
        </Link>
        <span>SKU {variant?.sku ?? product.sku}</span>
      </div>
      <Price
        size="page"
        format={money}
        price={unitPrice}
        originalPrice={variant ? null : product.originalPrice}
        offer={variant ? 0 : product.offer}
        priceFrom={product.priceFrom && !variant}
      />
      <p className={styles.short}>{product.shortDescription}</p>
      {product.unit && !variant && <p className={styles.short}>{product.unit}</p>}
      <VariantChoice {...purchase.choice} />
      <div className={styles.buy}>
        <Quantity
          label={product.name}
          value={quantity}
          max={Math.max(1, Math.min(99, stock))}
          onChange={purchase.setQuantity}
        />
        <Button
          ref={purchase.mainButton}
          className={styles.add}
          disabled={soldOut}
          aria-describedby="buy-hint"
          onClick={() => purchase.addToCart()}
        >
          Add to cart
        </Button>
        <IconButton
          variant="line"
          className={styles.heart}
          label={`Add ${product.name} to wishlist`}
          aria-pressed={wished}
          onClick={purchase.toggleWish}
        >
          <Icon icon={Heart} fill={wished} />
        </IconButton>
      </div>
      <Button variant="secondary" block disabled={soldOut} onClick={buyNow}>
        Buy now
      </Button>
      <p id="buy-hint" className={styles.stock} role="status">
        {soldOut ? 'Sold out' : 'In stock'}
      </p>
      <ul className={styles.promises}>
        <li>
          <Icon icon={Truck} />
          Free shipping
        </li>
        <ProductFacts features={product.storeFeatures} />
      </ul>
      <BuyBar
        watch={purchase.mainButton}
        price={unitPrice}
        priceFrom={product.priceFrom && !variant}
        disabled={soldOut}
        onAdd={() => purchase.addToCart()}
      />
    </>
  );
}
