import { useParams } from 'react-router-dom';
import { useStores } from '../parts/useStores';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Returns the options of a field that chooses a category of the storefront whose page is written. */
export const useCategories = (): ((chosen: string) => readonly Option[]) => {
  const { store } = useParams();
  const categories = useStores().find(({ slug }) => slug === store)?.categories ?? [];
  const known = categories.map(({ slug, name }) => ({ value: slug, label: name }));
  return (chosen) => {
    if (chosen === '') return [{ value: '', label: 'Choose a category' }, ...known];
    const isGone = known.every(({ value }) => value !== chosen);
    return isGone ? [...known, { value: chosen, label: `${chosen} (not in the shop)` }] : known;
  };
};
