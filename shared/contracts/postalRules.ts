import { AU, CA, US } from 'country-region-data';
import isPostalCode from 'validator/lib/isPostalCode';
import { cleanCode, cleanText } from './cleanPasted';
import { COUNTRIES } from './constants';
import type { CountryCode } from './countryCode';

export interface Region {
  readonly code: string;
  readonly name: string;
}

type RegionData = readonly (readonly [name: string, code: string])[];
const toRegions = (data: RegionData): readonly Region[] => data.map(([name, code]) => ({ code, name }));

/** The UK has no list: its post uses town and postcode, and counties have no fixed spelling. */
const REGIONS: Readonly<Record<CountryCode, readonly Region[] | null>> = {
  US: toRegions(US[2]),
  CA: toRegions(CA[2]),
  AU: toRegions(AU[2]),
  UK: null,
};

const POSTAL_LOCALES = { US: 'US', UK: 'GB', CA: 'CA', AU: 'AU' } as const satisfies Record<CountryCode, string>;
/** Country names for use in sentences. */
const COUNTRY_PHRASES: Readonly<Record<CountryCode, string>> = {
  US: 'the United States',
  UK: 'the United Kingdom',
  CA: 'Canada',
  AU: 'Australia',
};
interface PostalCode {
  /** What the country calls it, within a sentence. */
  readonly name: string;
  readonly example: string;
  readonly isNumeric: boolean;
}
const POSTAL_CODES: Readonly<Record<CountryCode, PostalCode>> = {
  US: { name: 'ZIP Code', example: '10001', isNumeric: true },
  UK: { name: 'postcode', example: 'SW1A 1AA', isNumeric: false },
  CA: { name: 'postal code', example: 'K1A 0B1', isNumeric: false },
  AU: { name: 'postcode', example: '2000', isNumeric: true },
};

export const getPostalCode = (country: CountryCode): PostalCode => POSTAL_CODES[country];

export const isCountryCode = (text: string): text is CountryCode => Object.hasOwn(COUNTRIES, text);

/** Returns the states, provinces or territories of a country; null if any text is accepted. */
export const listRegions = (country: CountryCode): readonly Region[] | null => REGIONS[country];

const isSameText = (a: string, b: string): boolean => a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0;

/** Whether post needs a state of the country: those with a list. */
export const needsRegion = (country: CountryCode): boolean => REGIONS[country] !== null;

/** Finds a region by code or name; undefined if the country has no such region. */
export const findRegion = (country: CountryCode, text: string): Region | undefined =>
  REGIONS[country]?.find(({ code, name }) => [code, name].some((known) => isSameText(known, cleanText(text).trim())));

interface PostalParts {
  readonly country: CountryCode;
  /** Without it, only the postal code is checked. */
  readonly state?: string;
  readonly zipCode: string;
}

const checkState = (country: CountryCode, state: string): string | undefined => {
  if (REGIONS[country] === null) return undefined;
  if (cleanText(state).trim() === '') return 'Enter a state.';
  return findRegion(country, state) ? undefined : `Choose a state of ${COUNTRY_PHRASES[country]}.`;
};

/** Validates an address for its country. Returns messages by field. An empty postal code is found elsewhere. */
export const checkPostalParts = ({
  country,
  state,
  zipCode,
}: PostalParts): { readonly state?: string; readonly zipCode?: string } => {
  const stateError = state === undefined ? undefined : checkState(country, state);
  const code = cleanCode(zipCode);
  const isZipCodeInvalid = code !== '' && !isPostalCode(code, POSTAL_LOCALES[country]);
  const { name, example } = POSTAL_CODES[country];
  return {
    ...(stateError === undefined ? {} : { state: stateError }),
    ...(isZipCodeInvalid ? { zipCode: `Enter a ${name} of ${COUNTRY_PHRASES[country]}, such as ${example}.` } : {}),
  };
};
