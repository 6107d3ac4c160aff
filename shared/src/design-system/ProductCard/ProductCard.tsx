import { Heart } from 'lucide-react';
import { useState } from 'react';
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
  readonly formatPrice?: (dollars: number) => string;
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
  onAdd,
  onWishToggle,
  onQuickView,
  sizes,
  priority = false,
}: ProductCardProps) {
  const { id, name, image, hoverImage, offer, popular, stock, priceFrom, unit, categoryName, sellerName } = product;
  const Heading: 'h2' | 'h3' = `h${headingLevel}`;
  const href = paths.product(id);
  const soldOut = stock <= 0;
  // Most cards are never pointed at, and need no second picture.
  const [isApproached, setIsApproached] = useState(false);
  const approach = (): void => setIsApproached(true);

  return (
    <article className={styles.card} data-sold-out={soldOut} onPointerEnter={approach} onFocus={approach}>
      <div className={styles.media}>
        <Picture src={image} alt="" sizes={sizes} priority={priority} />
        {hoverImage && isApproached && <Picture src={hoverImage} alt="" sizes={sizes} className={styles.hover} />}
        {(offer > 0 || popular || soldOut) && (
          <div className={styles.badges}>
            {offer > 0 && <Badge tone="sale">{`Sale: ${offer}% off`}</Badge>}
            {popular && <Badge>Popular</Badge>}
            {soldOut && <Badge tone="off">Sold out</Badge>}
          </div>
        )}
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
        <p className={styles.category}>{unit ?? categoryName}</p>
        <Heading className={styles.name}>
          {/* The product's page shows the card until it has the product. */}
          <Link to={href} state={{ card: product }}>
            {name}
          </Link>
        </Heading>
        <p className={styles.category}>
          {sellerName && `${sellerName} · `}
          <span className={styles.sku}>{`SKU ${product.sku}`}</span>
        </p>
        <Rating value={product.rating} count={product.reviewCount} hideCountOnPhones />
        <Price price={product.price} originalPrice={product.originalPrice} priceFrom={priceFrom} format={formatPrice} />
        <div className={styles.action}>
          {!soldOut && priceFrom && (
            <ButtonLink variant="card" size="sm" block to={href} aria-label={`Select options: ${name}`}>
              Select options
            </ButtonLink>
          )}
          {!soldOut && !priceFrom && (
            <Button
              variant="card"
              size="sm"
              block
              className={styles.add}
              onClick={onAdd}
              aria-label={justAdded ? `Added: ${name}` : `Add to cart: ${name}`}
            >
              {justAdded ? 'Added' : 'Add to cart'}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}
