/** Who is named in an order whose customer was erased. Country and state stay: taxes depend on them. */
export const ERASED_PERSON = {
  firstName: 'Erased',
  lastName: 'customer',
  companyName: '',
  streetAddress: '',
  apartment: '',
  townCity: '',
  zipCode: '',
  phone: '',
} as const;

/** In place of what was engraved. */
export const ERASED_ENGRAVING = 'Erased';

/** Nobody has this address: nobody opens the order with it, and no mail goes to it. */
export const ERASED_EMAIL = '';

export const isErased = ({ email }: { readonly email: string }): boolean => email === ERASED_EMAIL;
