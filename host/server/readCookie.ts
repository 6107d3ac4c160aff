/** A cookie's value in a request's header; undefined where it is not there. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([known]) => known === name)?.[1];
