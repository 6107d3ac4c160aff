import type { Choices } from '@shop/contracts';

/** What was chosen for a product, and what it does to the line. Features compute it when they are opened. */
export interface Chosen {
  readonly choices: Choices;
  /** What follows the name. */
  readonly suffix: string;
  /** In dollars, per piece. */
  readonly price: number;
  /** Set if it cannot be had: shows why instead of adding it to the cart. */
  readonly refuse?: () => void;
}
