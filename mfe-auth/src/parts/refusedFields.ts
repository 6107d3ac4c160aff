import type { Refusal } from '@shop/shared/state';

/** Returns the API's error messages for the fields of a form. */
export const refusedFields = <Name extends string>(
  meta: Partial<Refusal>,
  names: readonly Name[],
): { name: Name; message: string }[] =>
  names.flatMap((name) => {
    const message = meta.fields?.[name];
    return message === undefined ? [] : [{ name, message }];
  });
