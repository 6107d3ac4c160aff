import type { SectionOf } from '@shop/contracts';
import { useOwnPicture } from '../../parts/useOwnPicture';
import { Promo } from './Promo';
import { PromoPair } from './PromoPair';
import { useIsOffered } from './useIsOffered';

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Two promotions, each for something that the storefront has. */
export function Promotions({ items }: SectionOf<'promotions'>) {
  const findPicture = useOwnPicture();
  const isOffered = useIsOffered();
  if (!items.every(({ href }) => isOffered(href))) return null;
  const label = items.map(({ eyebrow }, index) => (index === 0 ? eyebrow : lowerFirst(eyebrow))).join(' and ');
  return (
    <PromoPair label={label}>
      {items.map(({ eyebrow, title, button, href, picture }, index) => (
        <Promo
          key={index}
          label={eyebrow}
          title={title}
          link={{ label: button, href }}
          picture={{ source: findPicture(picture), alt: picture.alt }}
        />
      ))}
    </PromoPair>
  );
}
