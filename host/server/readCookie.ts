/** Returns a cookie's value from the header, or undefined. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([known]) => known === name)?.[1];
