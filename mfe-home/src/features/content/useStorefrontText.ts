import { selectStorefrontId, useAppSelector } from '@shop/shared/state';
import { useMemo } from 'react';
import type { TextsByStorefront } from './loadTexts';
import { readText, type PageText } from './readText';

/** Returns a text of the current storefront. */
export const useStorefrontText = (texts: TextsByStorefront, name: 'about' | 'faq' | 'features'): PageText => {
  const text = texts[useAppSelector(selectStorefrontId)][name];
  return useMemo(() => readText(text), [text]);
};
