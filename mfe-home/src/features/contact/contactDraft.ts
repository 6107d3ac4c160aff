const KEY = 'shop.contact';

export interface ContactForm {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export const EMPTY_FORM: ContactForm = { name: '', email: '', subject: '', message: '' };
const FIELDS = Object.keys(EMPTY_FORM) as (keyof ContactForm)[]; // Safe: the object has exactly these keys.

/** Reads what was typed before this tab was reloaded; empty if storage is blocked. */
export const readDraft = (): Partial<ContactForm> => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const values = new Map(Object.entries(kept));
    return Object.fromEntries(
      FIELDS.flatMap((field) => (typeof values.get(field) === 'string' ? [[field, String(values.get(field))]] : [])),
    );
  } catch {
    return {};
  }
};

export const keepDraft = (draft: Partial<ContactForm>): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is blocked or full: the draft lasts only as long as the page.
  }
};

export const forgetDraft = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: nothing was stored.
  }
};
