import { useState } from 'react';

/** A text that is being typed. It outlives a reload and a sign-in in this tab until it is saved. */
export const useDraft = (
  key: string,
  saved: string,
): readonly [string, (text: string, options?: { readonly isSaved?: boolean }) => void] => {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? saved);
  return [
    text,
    (next, { isSaved = false } = {}) => {
      if (isSaved) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
      setText(next);
    },
  ];
};
