import type { SectionOf } from '@shop/contracts';
import { ArrowRight } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { Picture } from '@shop/shared/design-system/Picture';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectCategories, selectStorefront, useAppSelector } from '@shop/shared/state';
import { Link } from 'react-router-dom';
import { useIsOffered } from './useIsOffered';
import styles from './Tiles.module.css';

/** Large links to categories (product.md 3.10). Those that the storefront does not have are left out. */
export function Tiles({ categories }: SectionOf<'tiles'>) {
  const { items } = useAppSelector(selectCategories);
  const known = useAppSelector(selectStorefront).categories;
  const isOffered = useIsOffered();
  const tiles = categories
    .filter((slug) => isOffered(paths.category(slug)))
    .map((slug) => ({
      slug,
      name: [...items, ...known].find((category) => category.slug === slug)?.name ?? slug,
      image: items.find((category) => category.slug === slug)?.image,
    }));
  if (tiles.length === 0) return null;
  return (
    <Wrap>
      <nav className={styles.tiles} aria-label="Categories">
        {tiles.map(({ name, slug, image }) => (
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
        ))}
      </nav>
    </Wrap>
  );
}
