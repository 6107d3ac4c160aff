import { useEffect, useRef, type RefObject } from 'react';
import { withPage } from './listingQuery';

/**
 * Moves the focus to the page status after paging; changing a filter or sorting leaves the focus alone.
 */
export const useFocusOnPageTurn = (params: URLSearchParams): RefObject<HTMLParagraphElement | null> => {
  const target = useRef<HTMLParagraphElement>(null);
  const page = params.get('page');
  const question = withPage(params, 1);
  const shown = useRef({ page, question });

  useEffect(() => {
    const turned = shown.current.question === question && shown.current.page !== page;
    shown.current = { page, question };
    if (turned) target.current?.focus({ preventScroll: true });
  }, [page, question]);
  return target;
};
