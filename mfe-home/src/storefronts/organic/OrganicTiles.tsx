import { ArrowRight } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { Picture } from '@shop/shared/design-system/Picture';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectCategories, useAppSelector } from '@shop/shared/state';
import { Link } from 'react-router-dom';
import styles from './OrganicTiles.module.css';

/** Four tiles (product.md 3.10). */
const TILES = [
  { name: 'Fruits', slug: 'fruits' },
  { name: 'Vegetables', slug: 'vegetables' },
  { name: 'Dairy', slug: 'dairy' },
  { name: 'Grains', slug: 'grains' },
] as const;

export function OrganicTiles() {
  const { items } = useAppSelector(selectCategories);
  return (
    <Wrap>
      <nav className={styles.tiles} aria-label="Categories">
        {TILES.map(({ name, slug }) => {
          const image = items.find((category) => category.slug === slug)?.image;
          return (
            <Link key={slug} to={paths.category(slug)} className={styles.tile}>
              <b>{name}</b>
              <span className={styles.go}>
                <Icon icon={ArrowRight} />
              </span>
              {image && (
                <span className={styles.picture}>
                  <Picture src={image} alt="" sizes="(min-width: 900px) 12vw, 24vw" />
                </span>
              )}
            </Link>
          );
        })}
      </nav>
    </Wrap>
  );
}
