import { Heart, Truck } from 'lucide-react';
import { formatGrams } from '@shop/contracts/describeMeasure';
import type { ProductDetail } from '@shop/contracts';
import { FoodDelivery } from '@shop/shared/connected/FoodDelivery';
import { ParcelArrival } from '@shop/shared/connected/ParcelArrival';
import { Button } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { Price } from '@shop/shared/design-system/Price';
import { Quantity } from '@shop/shared/design-system/Quantity';
import { Rating } from '@shop/shared/design-system/Rating';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector, useFormatPrice } from '@shop/shared/state';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useProductPurchase } from '../../parts/useProductPurchase';
import { EngravingChoice } from './customization/EngravingChoice';
import { VariantChoice } from '../../parts/VariantChoice';
import { BuyBar } from './BuyBar';
import { ProductFacts } from './ProductFacts';
import { SizeGuide } from './size-guide/SizeGuide';
import { useRingSize } from './size-guide/useRingSize';

import styles from './ProductBuyBox.module.css';

interface ProductBuyBoxProps {
  readonly product: ProductDetail;
  /** Called with the URL of the chosen option's picture, if it has its own. */
  readonly onPick: (image: string | null) => void;
}

/** Price, options, quantity and the two buy buttons. */
export function ProductBuyBox({ product, onPick }: ProductBuyBoxProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const money = useFormatPrice();
  const size = useRingSize(product);
  const purchase = useProductPurchase(product, size.preselected);
  const { variant, quantity, cost, stock, measure, wished } = purchase;
  const { features } = useAppSelector(selectStorefront);
  const { customization } = product.storeFeatures;
  const soldOut = stock <= 0;
  const select = (variantId: string): void => {
    purchase.choice.onSelect(variantId);
    size.keep(variantId);
    onPick(product.variants.find(({ id }) => id === variantId)?.image ?? null);
  };

  const buyNow = (): void => {
    if (purchase.addToCart({ quiet: true })) void navigate(paths.checkout);
  };

  return (
    <>
      <div className={styles.meta}>
        <Link
          className={styles.toReviews}
          to={`${search}#reviews`}
          aria-label={`${product.reviewCount} reviews, rated ${product.rating} out of 5`}
        >
          <Rating value={product.rating} count={product.reviewCount} />
        </Link>
        <span>SKU {variant?.sku ?? product.sku}</span>
      </div>
      <Price
        size="page"
        format={money}
        {...cost}
        originalPrice={variant ? null : product.originalPrice}
        offer={variant ? 0 : product.offer}
        priceFrom={product.priceFrom && !variant}
      />
      <p className={styles.short}>{product.shortDescription}</p>
      {product.unit && !variant && <p className={styles.short}>{product.unit}</p>}
      <div className={styles.variants}>
        {size.hasGuide && <SizeGuide product={product} selected={variant?.id} onSelect={select} />}
        <VariantChoice {...purchase.choice} onSelect={select} />
      </div>
      {measure?.stepGrams && (
        <p className={styles.short}>
          Sold loose, in steps of {formatGrams(measure.stepGrams)}: priced by the weight ordered.
        </p>
      )}
      {customization && features.includes('customization') && (
        <EngravingChoice
          metal={product.color}
          customization={customization}
          chosen={purchase.chosen}
          onChoose={purchase.setChosen}
        />
      )}
      <p id="buy-hint" className={styles.stock} role="status">
        {soldOut ? 'Sold out' : 'In stock'}
        {size.remembered !== undefined && `. Size ${size.remembered}, as you chose before`}
      </p>
      <div className={styles.buy}>
        <Quantity
          label={product.name}
          value={quantity}
          measure={measure}
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
      <ul className={styles.promises}>
        <li>
          <Icon icon={Truck} />
          {features.includes('delivery-slot') ? (
            <FoodDelivery />
          ) : (
            <span>
              Free shipping
              <span className={styles.arrival}>
                <ParcelArrival isEngraved={purchase.chosen !== undefined} />
              </span>
            </span>
          )}
        </li>
        <ProductFacts features={product.storeFeatures} />
      </ul>
      <BuyBar
        watch={purchase.mainButton}
        price={cost.price}
        priceFrom={product.priceFrom && !variant}
        disabled={soldOut}
        onAdd={() => purchase.addToCart()}
      />
    </>
  );
}
