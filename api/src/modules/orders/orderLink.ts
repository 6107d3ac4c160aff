import { hmac, verifyHmac, type AuthSecrets } from '../../secrets';

const PURPOSE = 'order-link';

/** Returns the key of the link in an order's mail, which opens the order of a guest. */
export const createOrderLinkKey = ({ authSecret }: Pick<AuthSecrets, 'authSecret'>, number: string): string =>
  hmac(authSecret, PURPOSE, number);

export const isOrderLinkKey = (secrets: AuthSecrets, key: string, number: string): boolean =>
  verifyHmac(secrets, key, PURPOSE, number);
