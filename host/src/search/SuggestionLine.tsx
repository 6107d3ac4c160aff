import { Search } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { Picture } from '@shop/shared/design-system/Picture';
import { useFormatPrice } from '@shop/shared/state';
import { markWords, type SuggestionItem } from './suggestionItems';
import styles from './SuggestionLine.module.css';

/** A suggestion with the matched words marked. */
export function SuggestionLine({
  item: { kind, text, image, price, priceFrom, note },
  words,
}: {
  readonly item: SuggestionItem;
  readonly words: string;
}) {
  const formatPrice = useFormatPrice();
  if (kind === 'search') {
    return (
      <>
        <Icon icon={Search} />
        <span className={styles.text}>{note ? text : `Search for “${text}”`}</span>
        <span className={styles.note}>{note}</span>
      </>
    );
  }
  return (
    <>
      {kind === 'product' && (
        <span className={styles.picture}>
          <Picture src={image ?? ''} alt="" sizes="44px" />
        </span>
      )}
      <span className={styles.text}>
        {markWords(text, words).map(({ text: part, marked }, index) =>
          marked ? <mark key={index}>{part}</mark> : part,
        )}
      </span>
      <span className={styles.note}>
        {price === undefined ? note : `${priceFrom ? 'From ' : ''}${formatPrice(price)}`}
      </span>
    </>
  );
}
