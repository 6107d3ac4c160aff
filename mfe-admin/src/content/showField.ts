import { flushSync } from 'react-dom';

const find = (form: HTMLElement, path: string): HTMLElement | null => {
  const name = CSS.escape(path);
  return form.querySelector<HTMLElement>(`[name="${name}"], [data-path="${name}"]`);
};

/**
 * Focuses the field with a path such as `sections.2.slides.1.href`, or the nearest one around it, and opens the section
 * and the item on the way.
 */
export const showField = (form: HTMLElement | null, path: string): void => {
  if (!form) return;
  const steps = path.split('.');
  let nearest: HTMLElement | undefined;
  for (let count = 1; count <= steps.length; count += 1) {
    const field = find(form, steps.slice(0, count).join('.'));
    if (!field) continue;
    if (field instanceof HTMLButtonElement) flushSync(() => field.click());
    nearest = field;
  }
  nearest?.focus();
};
