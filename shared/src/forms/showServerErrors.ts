/** Shows the API's error messages at the fields of a form and focuses the first. Returns false if there are none. */
export const showServerErrors = <Name extends string>(
  setError: (name: Name, error: { type: string; message: string }, options: { shouldFocus: boolean }) => void,
  names: readonly Name[],
  /** The `meta` of a rejected thunk; without fields if the call was never made. */
  { fields = {} }: { readonly rejectedWithValue?: boolean; readonly fields?: Readonly<Record<string, string>> },
  /** What precedes the names of the form's fields in the API's names. */
  prefix = '',
): boolean => {
  const wrong = names.flatMap((name) => {
    const message = fields[prefix + name];
    return message === undefined ? [] : [{ name, message }];
  });
  wrong.forEach(({ name, message }, index) =>
    setError(name, { type: 'server', message }, { shouldFocus: index === 0 }),
  );
  return wrong.length > 0;
};
