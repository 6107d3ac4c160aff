/** A number, or what was typed instead. */
type Typed = number | string;

/** `ProductFeatures` while they are edited. What is unknown here stays. */
export interface EditedFeatures {
  readonly customization?:
    { readonly engravingMaxLetters: Typed; readonly engravingPrice?: Typed | undefined } | undefined;
  readonly certification?:
    | {
        readonly laboratory: string;
        readonly reportNumber: string;
        readonly reportUrl?: string | undefined;
        readonly values?: readonly { readonly name: string; readonly value: string }[] | undefined;
      }
    | undefined;
  readonly sizeGuide?: readonly unknown[] | undefined;
  readonly ringSize?: Typed | undefined;
  readonly freshnessDays?: Typed | undefined;
}

export const readFeatures = (text: string): EditedFeatures => {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

export const writeFeatures = (features: EditedFeatures): string => {
  const text = JSON.stringify(features);
  return text === '{}' ? '' : text;
};

/** What is no number stays as it was typed, until it is corrected. */
export const readTyped = (text: string): Typed | undefined => {
  if (text.trim() === '') return undefined;
  return /^\d+(?:\.\d+)?$/.test(text.trim()) && String(Number(text)) === text.trim() ? Number(text) : text;
};
