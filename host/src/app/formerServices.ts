import type { ApiClient } from '@shop/shared/api-client';

type Gateways = Readonly<Record<string, Readonly<Record<string, (...sent: unknown[]) => unknown>>>>;

const FIXED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  products: { reviewsNeedSignIn: true },
  cart: {},
  checkout: { fixedLines: null },
  posts: {},
  contact: {},
};

/**
 * What thunks of former releases find in `extra` beside `api`, so that a rollback to such a release works. Its code is
 * loaded with the first call. Remove it, with formerGateways.ts, when the registry keeps no release that calls it.
 */
export const createFormerServices = (api: ApiClient): Readonly<Record<string, unknown>> => {
  const load = async (): Promise<Gateways> => {
    const { createFormerGateways } = await import(/* webpackChunkName: "former-gateways" */ './formerGateways');
    return createFormerGateways(api) as unknown as Gateways;
  };
  return Object.fromEntries(
    Object.entries(FIXED).map(([gateway, fixed]) => [
      gateway,
      new Proxy(fixed, {
        get: (known, method: string) =>
          method in known ? known[method] : async (...sent: unknown[]) => (await load())[gateway]?.[method]?.(...sent),
      }),
    ]),
  );
};
