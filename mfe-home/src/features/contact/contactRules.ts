const EMAIL = /^\s*[^\s@]+@[^\s@.]+(\.[^\s@.]+)+\s*$/;

/** Rules of fields, as the server repeats them: each answers a sentence, or true. */
export const isFilled =
  (sentence: string) =>
  (value: string): true | string =>
    value.trim() !== '' || sentence;

export const isEmail = (value: string): true | string => EMAIL.test(value) || 'Enter an email address, for example name@example.com.';
