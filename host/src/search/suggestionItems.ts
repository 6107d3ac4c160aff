import type { Suggestions } from '@shop/contracts';
import { buildListingHref, paths } from '@shop/shared/navigation';
import { recentSearches } from '@shop/shared/navigation/recentList';
import type { Storefront } from '@shop/contracts/storefronts';

/** One line of the suggestions list. */
export interface SuggestionItem {
  readonly kind: 'category' | 'brand' | 'product' | 'search';
  readonly id: string;
  readonly text: string;
  readonly href: string;
  readonly image?: string;
  readonly price?: number;
  readonly priceFrom?: boolean;
  readonly note?: string;
}

/** Lists suggestions in display order, followed by the full search in its corrected spelling. */
export const toSuggestionItems = (
  { corrected, categories, brands, products }: Suggestions,
  q: string,
): SuggestionItem[] => [
  ...categories.map(({ slug, name }) => ({
    kind: 'category' as const,
    id: `category-${slug}`,
    text: name,
    href: paths.category(slug),
    note: 'Category',
  })),
  ...brands.map(({ slug, name }) => ({
    kind: 'brand' as const,
    id: `brand-${slug}`,
    text: name,
    href: buildListingHref({ brand: slug }),
    note: 'Brand',
  })),
  ...products.map(({ id, name, image, price, priceFrom, categoryName }) => ({
    kind: 'product' as const,
    id: `product-${id}`,
    text: name,
    href: paths.product(id),
    image,
    price,
    priceFrom,
    note: categoryName,
  })),
  { kind: 'search' as const, id: 'search', text: corrected ?? q, href: buildListingHref({ q: corrected ?? q }) },
];

/** Lists what an empty field offers: recent searches of this browser, then popular ones of the storefront. */
export const listStarters = ({ id, popularSearches = [] }: Storefront): SuggestionItem[] => {
  const recent = recentSearches(id).read();
  const toItem = (note: string) => (text: string) => ({
    kind: 'search' as const,
    id: `starter-${text}`,
    text,
    href: buildListingHref({ q: text }),
    note,
  });
  return [
    ...recent.map(toItem('Recent')),
    ...popularSearches.filter((q) => !recent.includes(q)).map(toItem('Popular')),
  ];
};

export interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
}

/** The search ignores the number of a word; so do the marks: "tomatos" marks "Tomato" in "Tomatoes". */
const PLURAL = /^(.{3,}?)(?:ies|es|s|y)$/i;

/** Splits a text into parts and marks those that match a word of the query. */
export const markWords = (text: string, query: string): MarkedPart[] => {
  const words = query
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(PLURAL, '$1').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ text, marked: false }];
  const matching = new RegExp(`(${words.sort((a, b) => b.length - a.length).join('|')})`, 'gi');
  // With a capturing pattern, every second part of the split is a match.
  return text
    .split(matching)
    .map((part, index) => ({ text: part, marked: index % 2 === 1 }))
    .filter((part) => part.text !== '');
};
