/** Returns a postal code as areas have them: in capitals, without spaces of any kind and hyphens. */
export const toPostcode = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, '');
