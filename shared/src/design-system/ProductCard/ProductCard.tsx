import { describePack } from '@shop/contracts/describeMeasure';
import { Heart } from 'lucide-react';
import { useState, type ComponentType, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../navigation/paths';
import { Badge } from '../Badge/Badge';
import { Button, ButtonLink } from '../Button/Button';
import { Icon } from '../Icon/Icon';
import { IconButton } from '../IconButton/IconButton';
import { Picture } from '../Picture/Picture';
import { Price } from '../Price/Price';
import { Rating } from '../Rating/Rating';
import type { CardProduct } from './CardProduct';
import styles from './ProductCard.module.css';

interface ProductCardProps {
  readonly product: CardProduct;
  readonly headingLevel?: 2 | 3;
  readonly wished: boolean;
  /** Briefly shows "Added" as the button's label. */
  readonly justAdded: boolean;
  /** Formats dollars in the display currency. */
  readonly formatPrice: (dollars: number) => string;
  /** Shows the quantity of what the cart has; `children` is the button for what it does not have. */
  readonly Stepper?:
    | ComponentType<{ readonly productId: string; readonly justAdded: boolean; readonly children: ReactNode }>
    | undefined;
  readonly onAdd: () => void;
  readonly onWishToggle: () => void;
  readonly onQuickView: () => void;
  readonly sizes: string;
  readonly priority?: boolean;
}

/** Image, texts, price and action. The name is a stretched link; other controls are above it. */
export function ProductCard({
  product,
  headingLevel = 2,
  wished,
  justAdded,
  formatPrice,
  Stepper,
  onAdd,
  onWishToggle,
  onQuickView,
  sizes,
  priority = false,
}: ProductCardProps) {
  const { id, name, image, hoverImage, offer, popular, stock, priceFrom, unit, categoryName, sellerName } = product;
  const freshnessDays = product.freshnessDays ?? 0;
  const Heading: 'h2' | 'h3' = `h${headingLevel}`;
  const href = paths.product(id);
  const soldOut = stock <= 0;
  // A card has at most two badges. What keeps for weeks is not called fresh.
  const isFresh = freshnessDays > 1 && freshnessDays < 14 && !soldOut && !(offer > 0 && popular);
  // With options, the unit names several packs.
  const pack = unit && !priceFrom ? describePack(unit, product.measure) : unit;
  const addLabel = justAdded ? 'Added' : 'Add to cart';
  // Most cards are never pointed at, and need no second picture.
  const [isApproached, setIsApproached] = useState(false);
  const approach = (): void => setIsApproached(true);

  const button = priceFrom ? (
    <ButtonLink variant="card" size="sm" block to={href} aria-label={`Select options: ${name}`}>
      Select options
    </ButtonLink>
  ) : (
    <Button variant="card" size="sm" block className={styles.add} onClick={onAdd} aria-label={`${addLabel}: ${name}`}>
      {addLabel}
    </Button>
  );

  return (
    <article className={styles.card} data-sold-out={soldOut} onPointerEnter={approach} onFocus={approach}>
      <div className={styles.media}>
        <Picture src={image} alt="" sizes={sizes} priority={priority} />
        {hoverImage && isApproached && <Picture src={hoverImage} alt="" sizes={sizes} className={styles.hover} />}
        <div className={styles.badges}>
          {offer > 0 && <Badge tone="sale">{`Sale: ${offer}% off`}</Badge>}
          {popular && <Badge>Popular</Badge>}
          {isFresh && <Badge tone="fresh">{`${freshnessDays} days fresh`}</Badge>}
          {soldOut && <Badge tone="off">Sold out</Badge>}
        </div>
        <IconButton
          className={styles.heart}
          label={`Add ${name} to wishlist`}
          aria-pressed={wished}
          onClick={onWishToggle}
        >
          <Icon icon={Heart} fill={wished} />
        </IconButton>
        <Button
          variant="card"
          size="sm"
          className={styles.quick}
          aria-haspopup="dialog"
          aria-label={`Quick view: ${name}`}
          onClick={onQuickView}
        >
          Quick view
        </Button>
      </div>
      <div className={styles.text}>
        <p className={styles.category}>{pack ?? categoryName}</p>
        <Heading className={styles.name}>
          {/* The product's page shows the card until it has the product. */}
          <Link to={href} state={{ card: product }}>
            {name}
          </Link>
        </Heading>
        <p className={styles.seller}>
          {sellerName}
          <span className={styles.sku}>{`${sellerName ? ' · ' : ''}SKU ${product.sku}`}</span>
        </p>
        <Rating value={product.rating} count={product.reviewCount} hideCountOnPhones />
        <Price
          price={product.price}
          originalPrice={product.originalPrice}
          priceFrom={priceFrom}
          format={formatPrice}
          measure={product.measure}
        />
        <div className={styles.action}>
          {!soldOut &&
            (Stepper ? (
              <Stepper productId={id} justAdded={justAdded}>
                {button}
              </Stepper>
            ) : (
              button
            ))}
        </div>
      </div>
    </article>
  );
}
