/** Returns a text of a form, without spaces around it; '' if there is none. */
export const readText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
