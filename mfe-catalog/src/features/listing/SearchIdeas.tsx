import { Button } from '@shop/shared/design-system/Button';
import { buildListingHref } from '@shop/shared/navigation';
import { recentSearches } from '@shop/shared/navigation/recentList';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { useEffect, useState } from 'react';
import { LinkChips } from './LinkChips';

const toLinks = (searches: readonly string[]) => searches.map((q) => ({ label: q, href: buildListingHref({ q }) }));

/** What else to search for: popular searches of the storefront and recent ones of this browser. */
export function SearchIdeas() {
  const { id, popularSearches = [] } = useAppSelector(selectStorefront);
  const [recent, setRecent] = useState<readonly string[]>([]);
  useEffect(() => setRecent(recentSearches(id).read()), [id]);
  const clear = (): void => {
    recentSearches(id).clear();
    setRecent([]);
  };

  return (
    <>
      {popularSearches.length > 0 && <LinkChips title="Popular searches" hasHeading links={toLinks(popularSearches)} />}
      {recent.length > 0 && (
        <LinkChips title="Your recent searches" hasHeading links={toLinks(recent)}>
          <Button variant="quiet" size="sm" onClick={clear}>
            Clear recent searches
          </Button>
        </LinkChips>
      )}
    </>
  );
}
