import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PictureSource } from '../design-system/Picture/getPictureSources';

/** Content of a storefront's categories menu. */
export interface CategoriesMenuContent {
  /** The main categories, each with searches within it. */
  readonly columns: readonly {
    /** Slug of one of the storefront's categories. */
    readonly category: string;
    readonly searches: readonly { readonly label: string; readonly q: string }[];
  }[];
  readonly promotion?: {
    readonly title: string;
    readonly picture: PictureSource;
    readonly filters: { readonly category?: string; readonly sort?: string };
  };
}

/** Header and footer of a storefront. Only the host bundles them. */
export interface StorefrontLayout {
  /** Wordmark of header and footer. */
  readonly Logo: ComponentType;
  /** Small sign in the storefront switcher. */
  readonly Mark: ComponentType;
  /**
   * `centered`: wordmark in the middle, search behind an icon. `search`: wordmark at the start, search always open,
   * navigation in a second row.
   */
  readonly header: 'centered' | 'search';
  readonly searchPlaceholder: string;
  readonly cartIcon: LucideIcon;
  /** Decoration at the upper edge of the footer. */
  readonly FooterEdge?: ComponentType;
  readonly menu: CategoriesMenuContent;
}
