/** Returns the link that calls a number of the USA: "503 555 0100" is "tel:+15035550100". */
export const formatTelHref = (phone: string): string => `tel:+1${phone.replace(/\D/g, '')}`;
