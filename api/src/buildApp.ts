import fastifyCookie from '@fastify/cookie';
import fastifySwagger from '@fastify/swagger';
import { drainConnections, drainingOptions } from '@shop/observability/drainConnections';
import { drainRefusedBodies } from '@shop/observability/drainRefusedBodies';
import { metricsRoute } from '@shop/observability/metricsRoute';
import { observeRequests, requestIdOptions } from '@shop/observability/observeRequests';
import { slowClientOptions } from '@shop/observability/slowClients';
import type { Tracing } from '@shop/observability/spans';
import { MAX_BODY_BYTES } from '@shop/shared/contracts';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { ApiConfig } from './config';
import type { Database } from './database/Database';
import { createAfterReply, type AfterReply } from './http/afterReply';
import { parseQuery } from './http/parseQuery';
import { requireBodySchemas } from './http/requireBodySchemas';
import { requireWellFormedBodies } from './http/requireWellFormedBodies';
import { errorPlugin } from './http/errorPlugin';
import { handleInvalidUrl, handleMalformedRequest } from './http/protocolErrors';
import { sameOriginPlugin } from './http/sameOriginPlugin';
import { securityHeaders } from './http/securityHeaders';
import { takeTurns } from './http/takeTurns';
import { createValidatorCompiler } from './http/validatorCompiler';
import type { Limits } from './limits/Limits';
import { accountRoutes } from './modules/auth/accountRoutes';
import { authRoutes } from './modules/auth/authRoutes';
import { googleRoutes } from './modules/auth/googleRoutes';
import { PasswordHasher } from './modules/auth/PasswordHasher';
import { cartRoutes } from './modules/cart/cartRoutes';
import { brandsRoutes } from './modules/catalogue/brandsRoutes';
import { categoriesRoutes } from './modules/catalogue/categoriesRoutes';
import { contactRoutes } from './modules/contact/contactRoutes';
import { postsRoutes } from './modules/content/postsRoutes';
import { currenciesRoutes } from './modules/currencies/currenciesRoutes';
import { docsRoutes } from './modules/docs/docsRoutes';
import { healthRoutes } from './modules/health/healthRoutes';
import { mailboxRoutes } from './modules/mail/mailboxRoutes';
import { ordersRoutes } from './modules/orders/ordersRoutes';
import { paymentsRoutes } from './modules/payments/paymentsRoutes';
import { sandboxPages } from './modules/payments/sandboxPages';
import { reviewsRoutes } from './modules/reviews/reviewsRoutes';
import { sitemapRoutes } from './modules/sitemap/sitemapRoutes';
import { profileRoutes } from './modules/profile/profileRoutes';
import { productsRoutes } from './modules/catalogue/productsRoutes';
import { searchRoutes } from './modules/catalogue/searchRoutes';
import { topProductsRoutes } from './modules/catalogue/topProductsRoutes';
import { createApiMetrics, watchSaturation, type ApiMetrics } from './observability/apiMetrics';
import { observeDatabase } from './observability/observeDatabase';

export interface Clock {
  now(): Date;
}

/** The world, passed in: tests bring their own. */
export interface AppContext {
  readonly database: Database;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly config: Pick<
    ApiConfig,
    | 'production'
    | 'cookieSecret'
    | 'formerCookieSecrets'
    | 'authSecret'
    | 'formerAuthSecrets'
    | 'google'
    | 'trustedProxies'
    | 'publicUrl'
    | 'smtpUrl'
    | 'supportEmail'
    | 'listingCacheMs'
    | 'payments'
  >;
  readonly logger?: FastifyServerOptions['logger'];
  readonly metrics: ApiMetrics;
}

/** What of the world need not be brought. */
export interface Observers {
  readonly metrics?: ApiMetrics;
  readonly tracing?: Tracing;
  readonly slowQueryMs?: number;
  readonly metricsToken?: string;
}

const REQUEST_WITHIN_MS = 15_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** What goes on after answers have left; tests wait for it. */
    afterReply: AfterReply;
  }
}

/** The API, ready to listen or to be asked by `inject`. */
export const buildApp = async ({
  tracing,
  slowQueryMs,
  metricsToken,
  hasher = new PasswordHasher(),
  ...given
}: Omit<AppContext, 'metrics'> & Observers & { readonly hasher?: PasswordHasher }): Promise<FastifyInstance> => {
  const app = fastify({
    logger: given.logger ?? false,
    ...requestIdOptions(),
    ...drainingOptions,
    ...slowClientOptions(REQUEST_WITHIN_MS),
    bodyLimit: MAX_BODY_BYTES,
    // Exactly so many hops from us outwards are believed; what a client wrote before them is not.
    trustProxy: (_address, hop) => hop < given.config.trustedProxies,
    routerOptions: { maxParamLength: 256, querystringParser: parseQuery },
    frameworkErrors: handleInvalidUrl,
    clientErrorHandler: handleMalformedRequest,
  });
  const metrics = given.metrics ?? createApiMetrics();
  const world: AppContext = {
    ...given,
    metrics,
    database: observeDatabase(given.database, { metrics, tracing, slowQueryMs, log: app.log }),
  };
  takeTurns(app);
  securityHeaders(app, given.config);
  app.removeContentTypeParser('text/plain'); // JSON only (security.md 3.1)
  app.setValidatorCompiler(createValidatorCompiler());
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  observeRequests(app, { metrics: metrics.requests, tracing, continuesTraces: true });
  drainConnections(app);
  drainRefusedBodies(app);
  errorPlugin(app, metrics);
  sameOriginPlugin(app, world.config.publicUrl);
  requireBodySchemas(app);
  requireWellFormedBodies(app);
  await app.register(fastifyCookie, { secret: [world.config.cookieSecret, ...world.config.formerCookieSecrets] });
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'The shop', version: '1.0.0', description: 'One contract for two storefronts.' },
    },
  });

  const auth = { ...world, hasher, afterReply: createAfterReply(app) };
  app.decorate('afterReply', auth.afterReply);
  watchSaturation(metrics.register, { pool: world.database.pool, hasher: auth.hasher });
  metricsRoute(app, metrics.register, metricsToken);

  healthRoutes(app, world.database);
  categoriesRoutes(app, world.database);
  brandsRoutes(app, world.database);
  productsRoutes(app, world.database, world.config.listingCacheMs);
  topProductsRoutes(app, world);
  postsRoutes(app, world.database);
  searchRoutes(app, world.database);
  reviewsRoutes(app, auth);
  sitemapRoutes(app, world);
  cartRoutes(app, auth);
  currenciesRoutes(app, world.database);
  ordersRoutes(app, world);
  await paymentsRoutes(app, world);
  authRoutes(app, auth);
  googleRoutes(app, auth);
  accountRoutes(app, auth);
  profileRoutes(app, auth);
  contactRoutes(app, auth);
  if (!world.config.production && world.config.smtpUrl === undefined) mailboxRoutes(app, world.database);
  if (!world.config.production && world.config.payments.provider === 'sandbox') await sandboxPages(app, world);
  docsRoutes(app);
  await app.ready();
  return app;
};
