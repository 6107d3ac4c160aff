import { FakeStripe } from '../../api/src/testing/FakeStripe';
import { getShopFolder, startOwnShop, type OwnShop } from './startOwnShop';

/** The shop that most tests of cards use. */
const CARDS = { name: 'cards', port: 3922, apiPort: 4913 };
const SECRET_KEY = 'sk_test_fake';
const WEBHOOK_SECRET = 'whsec_fake';

export const CARD_SHOP_URL = `http://localhost:${CARDS.port}`;
export const cardShopData = getShopFolder(CARDS.name);

export interface CardShop {
  /** What has happened to the money. */
  readonly stripe: FakeStripe;
  readonly stop: () => Promise<void>;
}

/** A shop of a test's own that is paid by card, at the fake of Stripe. */
export const startCardShop = async (place: Omit<OwnShop, 'env'> = CARDS): Promise<CardShop> => {
  const clock = { now: () => new Date() };
  const stripe = new FakeStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, clock });
  await stripe.listen();
  stripe.webhookUrl = `http://127.0.0.1:${place.apiPort}/api/payments/stripe/events`;
  const stopShop = await startOwnShop({
    ...place,
    env: {
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: stripe.url.href,
    },
  });
  return {
    stripe,
    stop: async () => {
      await stopShop();
      await stripe.close();
    },
  };
};
