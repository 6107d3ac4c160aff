import { Heart } from 'lucide-react';
import { describePack, formatGrams } from '@shop/contracts/describeMeasure';
import { describeUsMeasure } from '@shop/contracts/describeUsMeasure';
import type { ProductDetail } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { Price } from '@shop/shared/design-system/Price';
import { Quantity } from '@shop/shared/design-system/Quantity';
import { Rating } from '@shop/shared/design-system/Rating';
import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector, useFormatPrice } from '@shop/shared/state';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useProductPurchase } from '../../parts/useProductPurchase';
import { EngravingChoice } from './customization/EngravingChoice';
import { VariantChoice } from '../../parts/VariantChoice';
import { BuyBar } from './BuyBar';
import { SizeGuide } from './size-guide/SizeGuide';
import { useRingSize } from './size-guide/useRingSize';
import styles from './ProductBuyBox.module.css';

interface ProductBuyBoxProps {
  readonly product: ProductDetail;
  /** It cannot be bought yet. */
  readonly isDraft: boolean;
  /** Called with the URL of the chosen option's picture, if it has its own. */
  readonly onPick: (image: string | null) => void;
  /** Called with whether it is engraved, when that changes. */
  readonly onEngrave: (isEngraved: boolean) => void;
}

/** Price, options, quantity and the two buy buttons. */
export function ProductBuyBox({ product, isDraft, onPick, onEngrave }: ProductBuyBoxProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const money = useFormatPrice();
  const size = useRingSize(product);
  const purchase = useProductPurchase(product, size.preselected);
  const { variant, quantity, cost, stock, measure, wished } = purchase;
  const { features } = useAppSelector(selectStorefront);
  const { customization } = product.storeFeatures;
  const isOff = isDraft || stock <= 0;
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
        <Link className={styles.toReviews} to={`${search}#reviews`}>
          <Rating value={product.rating} count={product.reviewCount} />
          {product.reviewCount > 0 && <VisuallyHidden> reviews</VisuallyHidden>}
        </Link>
        <span>SKU {variant?.sku ?? product.sku}</span>
      </div>
      <Price size="page" format={money} {...cost} />
      <p className={styles.short}>{product.shortDescription}</p>
      {product.unit && !variant && (
        <p className={styles.short}>{product.priceFrom ? product.unit : describePack(product.unit, measure)}</p>
      )}
      <div className={styles.variants}>
        {size.hasGuide && <SizeGuide product={product} selected={variant?.id} onSelect={select} />}
        <VariantChoice {...purchase.choice} onSelect={select} />
      </div>
      {measure?.stepGrams && (
        <p className={styles.short}>
          Sold loose, in steps of {formatGrams(measure.stepGrams)} ({describeUsMeasure(measure.stepGrams)}): priced by
          the weight ordered.
        </p>
      )}
      {customization && features.includes('customization') && (
        <EngravingChoice
          metal={`${variant?.name ?? ''} ${product.color ?? ''}`}
          customization={customization}
          chosen={purchase.chosen}
          onChoose={(chosen) => {
            purchase.setChosen(chosen);
            onEngrave(chosen !== undefined);
          }}
        />
      )}
      <p id="buy-hint" className={styles.stock} role="status">
        {isDraft ? 'A draft cannot be bought' : purchase.availability}
        {size.remembered && `. Size ${size.remembered}, as you chose before`}
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
          disabled={isOff}
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
          disabled={isDraft}
          onClick={purchase.toggleWish}
        >
          <Icon icon={Heart} fill={wished} />
        </IconButton>
      </div>
      <Button variant="quiet" block disabled={isOff} onClick={buyNow}>
        Buy now
      </Button>
      <BuyBar
        watch={purchase.mainButton}
        price={cost.price}
        priceFrom={cost.priceFrom}
        disabled={isOff}
        onAdd={() => purchase.addToCart()}
      />
    </>
  );
}
