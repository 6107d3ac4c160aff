import type { MenuDocument } from '@shop/contracts';
import type { Storefront } from '@shop/contracts/storefronts';
import type { PictureSource } from '@shop/shared/design-system/getPictureSources';
import { buildListingHref } from '@shop/shared/navigation';
import type { StorefrontLayout } from '@shop/shared/storefronts/layouts';

interface Menu extends Pick<StorefrontLayout['menu'], 'columns'> {
  readonly promotion?: { readonly title: string; readonly href: string; readonly picture: string | PictureSource };
}

/** Another release of the API may have written it. */
const isMenu = (menu: unknown): menu is MenuDocument =>
  typeof menu === 'object' &&
  menu !== null &&
  'columns' in menu &&
  Array.isArray(menu.columns) &&
  menu.columns.every((column: Partial<MenuDocument['columns'][number]> | null) => {
    return typeof column?.category === 'string' && Array.isArray(column.searches);
  });

const isPromotion = (promotion: unknown): promotion is NonNullable<MenuDocument['promotion']> => {
  const { title, href, picture } = (promotion ?? {}) as Partial<NonNullable<MenuDocument['promotion']>>;
  return typeof title === 'string' && typeof href === 'string' && typeof picture?.src === 'string';
};

/**
 * Returns the menu of a storefront: staff's, or that of its layout; without categories that it does not have. Staff's
 * without a promotion has that of the layout.
 */
export const readMenu = ({ menu, categories }: Storefront, layout: StorefrontLayout['menu']): Menu => {
  const own = isMenu(menu) ? menu : undefined;
  const columns = (own ?? layout).columns.filter(({ category }) => categories.some(({ slug }) => slug === category));
  if (own?.promotion !== undefined) {
    const { promotion } = own;
    return {
      columns,
      ...(isPromotion(promotion) ? { promotion: { ...promotion, picture: promotion.picture.src } } : {}),
    };
  }
  const { promotion } = layout;
  return {
    columns,
    ...(promotion && categories.length > 0
      ? {
          promotion: {
            title: promotion.title,
            href: buildListingHref(promotion.filters),
            picture: promotion.picture,
          },
        }
      : {}),
  };
};
