import fs from 'node:fs';
import path from 'node:path';
import { createUrlCheck, ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { FakeStripe } from '../../api/src/testing/FakeStripe';
import { DATABASE, repositoryRoot } from './stackConfig';
import { startHost } from './startHost';

const PORT = 3922;
const API_PORT = 4913;
const SECRET_KEY = 'sk_test_fake';
const WEBHOOK_SECRET = 'whsec_fake';

export const CARD_SHOP_URL = `http://localhost:${PORT}`;
export const cardShopData = path.join(repositoryRoot, '.topologies/e2e-cards');

export interface CardShop {
  /** What has happened to the money. */
  readonly stripe: FakeStripe;
  readonly stop: () => Promise<void>;
}

/** A shop that is paid by card: the fake of Stripe, an API with its own database, a host on the tests' registry. */
export const startCardShop = async (): Promise<CardShop> => {
  fs.rmSync(cardShopData, { recursive: true, force: true });
  const clock = { now: () => new Date() };
  const stripe = new FakeStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, clock });
  await stripe.listen();
  const origin = `http://127.0.0.1:${API_PORT}`;
  stripe.webhookUrl = `${origin}/api/payments/stripe/events`;

  const filling = new ManagedProcess({
    name: 'The shelves',
    args: tsxArguments('e2e/support/fillShelves.ts', cardShopData, CARD_SHOP_URL),
    stdio: 'inherit',
    env: {},
  });
  await filling.start();
  if ((await filling.ended) !== 0) throw new Error('The shelves could not be filled');
  const api = new ManagedProcess({
    name: `The API on port ${API_PORT}`,
    args: tsxArguments('api/src/server.ts'),
    stdio: 'inherit',
    env: {
      API_PORT: String(API_PORT),
      DATA_DIR: path.join(cardShopData, DATABASE),
      PUBLIC_URL: CARD_SHOP_URL,
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'warn',
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: stripe.url.href,
    },
    isReady: createUrlCheck(`${origin}/api/health/ready`),
  });
  await api.start();
  const stopHost = await startHost(PORT, { API_ORIGIN: origin, TRUSTED_PROXIES: '1' });
  return {
    stripe,
    stop: async () => {
      await stopHost();
      await api.stop();
      await stripe.close();
    },
  };
};
