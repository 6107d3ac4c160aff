import { getSite } from '@shop/contracts';
import { useParams } from 'react-router-dom';
import { useStores } from '../parts/useStores';
import { useLoaded } from '../useApi';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Returns the options of a field that chooses a category of the storefront whose page is written. */
export const useCategories = (): ((chosen: string) => readonly Option[]) => {
  const { store } = useParams();
  const own = useStores().find(({ slug }) => slug === store);
  // What was made since this page was loaded, too.
  const site = useLoaded(getSite, {}, '').value?.data;
  const categories = (own && site?.[own.id]?.categories) ?? own?.categories ?? [];
  const known = categories.map(({ slug, name }) => ({ value: slug, label: name }));
  return (chosen) => {
    if (chosen === '') return [{ value: '', label: 'Choose a category' }, ...known];
    const isGone = known.every(({ value }) => value !== chosen);
    return isGone ? [...known, { value: chosen, label: `${chosen} (deleted)` }] : known;
  };
};
