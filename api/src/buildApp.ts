import fastifyCookie from '@fastify/cookie';
import fastifySwagger from '@fastify/swagger';
import { drainConnections } from '@shop/server-kit/lifecycle/drainConnections';
import { drainRefusedBodies } from '@shop/server-kit/http/drainRefusedBodies';
import { metricsRoute } from '@shop/server-kit/observability/metricsRoute';
import { observeRequests } from '@shop/server-kit/observability/observeRequests';
import { addSecurityHeaders } from '@shop/server-kit/http/securityHeaders';
import { limitSlowBodies } from '@shop/server-kit/http/limitSlowBodies';
import { serverOptions } from '@shop/server-kit/http/serverOptions';
import type { Tracing } from '@shop/server-kit/observability/spans';
import { MAX_BODY_BYTES, resolveApiBase, type StaffAccess } from '@shop/contracts';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { AppContext } from './AppContext';
import type { Replicas } from './database/replicas/Replicas';
import { createAfterReply, type AfterReply } from './http/afterReply';
import { describeBytes } from './http/bytes';
import { parseQuery } from './http/parseQuery';
import { requireBodySchemas } from './http/requireBodySchemas';
import { requireRouteAccess } from './http/requireRouteAccess';
import { receiveUploads } from './http/receiveUploads';
import { readOwnWrites } from './http/readOwnWrites';
import { requireWellFormedBodies } from './http/requireWellFormedBodies';
import { errorPlugin } from './http/errorPlugin';
import { handleInvalidUrl, handleMalformedRequest } from './http/protocolErrors';
import { sameOriginPlugin } from './http/sameOriginPlugin';
import { separateAdmin } from './http/separateAdmin';
import { SECURITY_HEADERS } from './http/securityHeaders';
import { throttleUnsafeRequests } from './http/throttleUnsafeRequests';
import { createValidatorCompiler } from './http/validatorCompiler';
import { authFieldTexts } from './modules/auth/authFieldTexts';
import { contactFieldTexts } from './modules/contact/contactFieldTexts';
import { readLastBackup } from './audit/auditRepository';
import { orderFieldTexts } from './modules/orders/orderFieldTexts';
import { addressFieldTexts } from './modules/profile/addressFieldTexts';
import { reviewFieldTexts } from './modules/reviews/reviewFieldTexts';
import { accountRoutes } from './modules/auth/accountRoutes';
import { authRoutes } from './modules/auth/authRoutes';
import { googleRoutes } from './modules/auth/googleRoutes';
import { PasswordHasher } from './modules/auth/PasswordHasher';
import { cartRoutes } from './modules/cart/cartRoutes';
import { brandsRoutes } from './modules/catalog/brandsRoutes';
import { categoriesRoutes } from './modules/catalog/categoriesRoutes';
import { contactRoutes } from './modules/contact/contactRoutes';
import { contentDeskRoutes } from './modules/content/contentDeskRoutes';
import { contentRoutes } from './modules/content/contentRoutes';
import { contentVersionRoutes } from './modules/content/contentVersionRoutes';
import { postsRoutes } from './modules/content/postsRoutes';
import { couponDeskRoutes } from './modules/coupons/couponDeskRoutes';
import { currenciesRoutes } from './modules/currencies/currenciesRoutes';
import { deliveryDeskRoutes } from './modules/delivery/deliveryDeskRoutes';
import { customerDeskRoutes } from './modules/customers/customerDeskRoutes';
import { myDataRoutes } from './modules/customers/myDataRoutes';
import { deliveryRoutes } from './modules/delivery/deliveryRoutes';
import { docsRoutes } from './modules/docs/docsRoutes';
import { EmptySearches } from './modules/figures/EmptySearches';
import { figuresRoutes } from './modules/figures/figuresRoutes';
import { healthRoutes } from './modules/health/healthRoutes';
import { mailDeskRoutes } from './modules/mail/mailDeskRoutes';
import { mailboxRoutes } from './modules/mail/mailboxRoutes';
import { ordersRoutes } from './modules/orders/ordersRoutes';
import { groupRoutes } from './modules/catalog/groups/groupRoutes';
import { importsRoutes } from './modules/catalog/import/importsRoutes';
import { productDeskRoutes } from './modules/catalog/desk/productDeskRoutes';
import { productPageRoutes } from './modules/catalog/desk/productPageRoutes';
import { stockDeskRoutes } from './modules/orders/stockDeskRoutes';
import { countHeldPieces } from './modules/orders/stockRepository';
import { picturesRoutes } from './modules/pictures/picturesRoutes';
import { createPaymentProvider } from './modules/payments/createPaymentProvider';
import { paymentsRoutes } from './modules/payments/paymentsRoutes';
import { requireSession } from './modules/auth/sessions';
import { sandboxRoutes } from './modules/payments/sandboxRoutes';
import { orderDeskRoutes } from './modules/orders/orderDeskRoutes';
import { reviewDeskRoutes } from './modules/reviews/reviewDeskRoutes';
import { reviewsRoutes } from './modules/reviews/reviewsRoutes';
import { settingsRoutes } from './modules/settings/settingsRoutes';
import { siteRoutes } from './modules/settings/siteRoutes';
import { sitemapRoutes } from './modules/sitemap/sitemapRoutes';
import { auditRoutes } from './modules/staff/auditRoutes';
import { staffRoutes } from './modules/staff/staffRoutes';
import { requireStaff } from './modules/staff/staffSessions';
import { profileRoutes } from './modules/profile/profileRoutes';
import { productsRoutes } from './modules/catalog/productsRoutes';
import { SearchShares } from './modules/catalog/SearchShares';
import { StaffSynonyms } from './modules/catalog/StaffSynonyms';
import { searchRoutes } from './modules/catalog/searchRoutes';
import { topProductsRoutes } from './modules/catalog/topProductsRoutes';
import {
  createApiMetrics,
  watchBackups,
  watchHeldStock,
  watchReplicas,
  watchSaturation,
} from './observability/apiMetrics';
import { observeDatabase, observeQueries } from './observability/observeDatabase';
import { SlowQueries } from './observability/SlowQueries';

/** Options of `buildApp`. Metrics, the password hasher and the counted searches are created when they are not given. */
export interface AppOptions
  extends
    Omit<AppContext, 'reads' | 'metrics' | 'hasher' | 'afterReply' | 'emptySearches'>,
    Partial<Pick<AppContext, 'metrics' | 'hasher' | 'emptySearches'>> {
  readonly logger?: FastifyServerOptions['logger'];
  readonly tracing?: Tracing;
  readonly slowQueryMs?: number;
  readonly metricsToken?: string;
  /** Servers that public pages are read from; without them, the database. */
  readonly replicas?: Replicas;
  /** Compiles the schema of a route when it gets its first request, not on start. */
  readonly compileSchemasOnFirstUse?: boolean;
}

/** For an upload; the host and nginx allow the same. */
const REQUEST_TIMEOUT_MS = 120_000;
/** For every other body. */
const BODY_TIMEOUT_MS = 15_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Work that continues after replies were sent; tests wait for it. */
    afterReply: AfterReply;
  }
}

/** Builds the API. It does not listen yet; tests send requests with `inject`. */
export const buildApp = async ({
  logger = false,
  tracing,
  slowQueryMs,
  metricsToken,
  replicas,
  compileSchemasOnFirstUse = false,
  hasher = new PasswordHasher(),
  emptySearches = new EmptySearches(),
  ...options
}: AppOptions): Promise<FastifyInstance> => {
  const { trustedProxies, production, publicUrl } = options.config;
  const commonOptions = serverOptions({ trustedProxies, requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const app = fastify({
    logger,
    ...commonOptions,
    bodyLimit: MAX_BODY_BYTES,
    rewriteUrl: ({ url = '' }) => resolveApiBase(url),
    routerOptions: { ...commonOptions.routerOptions, querystringParser: parseQuery },
    frameworkErrors: handleInvalidUrl,
    clientErrorHandler: handleMalformedRequest,
  });
  const metrics = options.metrics ?? createApiMetrics();
  throttleUnsafeRequests(app);
  limitSlowBodies(app, BODY_TIMEOUT_MS, ({ routeOptions: { config } }) => config?.bytes !== undefined);
  addSecurityHeaders(app, SECURITY_HEADERS, { https: production && new URL(publicUrl).protocol === 'https:' });
  app.removeContentTypeParser('text/plain'); // JSON only (security.md 3.1)
  app.setValidatorCompiler(createValidatorCompiler({ onFirstUse: compileSchemasOnFirstUse }));
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  observeRequests(app, { metrics: metrics.requests, tracing, continuesTraces: true });
  drainConnections(app);
  drainRefusedBodies(app);
  errorPlugin(app, metrics, {
    ...authFieldTexts,
    ...addressFieldTexts,
    ...orderFieldTexts,
    ...reviewFieldTexts,
    ...contactFieldTexts,
  });
  separateAdmin(app, options.config.adminUrl);
  sameOriginPlugin(app, options.config);
  requireRouteAccess(app);
  requireBodySchemas(app);
  requireWellFormedBodies(app);
  await app.register(fastifyCookie, { secret: [options.config.cookieSecret, ...options.config.formerCookieSecrets] });
  await app.register(fastifySwagger, {
    transform: ({ schema, url, route: { config } }) => ({ schema: describeBytes(schema, config?.bytes), url }),
    openapi: {
      openapi: '3.1.0',
      info: { title: 'The shop', version: '1.0.0', description: 'One contract for two storefronts.' },
    },
  });

  const observation = { metrics, tracing, slowQueries: new SlowQueries(metrics.slowQueries, app.log, slowQueryMs) };
  const database = observeDatabase(options.database, observation);
  if (replicas) readOwnWrites(app, database, publicUrl.startsWith('https:'));
  const context: AppContext = {
    ...options,
    metrics,
    hasher,
    emptySearches,
    database,
    reads: replicas ? observeQueries(replicas, observation) : database,
    afterReply: createAfterReply(app),
  };
  app.decorate('afterReply', context.afterReply);
  app.decorate('requireSession', (request: FastifyRequest, reply: FastifyReply) =>
    requireSession(context, request, reply),
  );
  app.decorateRequest('staff');
  app.decorate('requireStaff', (request: FastifyRequest, reply: FastifyReply, access: StaffAccess) =>
    requireStaff(context, request, reply, access),
  );
  watchSaturation(metrics.register, { pool: context.database.pool, hasher: context.hasher });
  watchReplicas(metrics.register, () => replicas?.counts ?? { read: 0, left: 0 });
  watchHeldStock(metrics.register, () => countHeldPieces(options.database));
  watchBackups(metrics.register, () => readLastBackup(options.database));
  metricsRoute(app, metrics.register, metricsToken);

  healthRoutes(app, context.database);
  categoriesRoutes(app, context.reads);
  brandsRoutes(app, context.reads);
  const searches = {
    shares: new SearchShares(trustedProxies),
    synonyms: new StaffSynonyms(context.reads, context.config.listingCacheMs),
  };
  productsRoutes(app, context, searches);
  topProductsRoutes(app, context);
  contentVersionRoutes(app, context.reads);
  contentRoutes(app, context);
  siteRoutes(app, context.reads);
  postsRoutes(app, context);
  searchRoutes(app, context.reads, searches);
  reviewsRoutes(app, context);
  sitemapRoutes(app, context);
  cartRoutes(app, context);
  currenciesRoutes(app, context.reads);
  deliveryRoutes(app, context);
  const provider = createPaymentProvider(context);
  ordersRoutes(app, context, provider);
  await paymentsRoutes(app, context, provider);
  authRoutes(app, context);
  googleRoutes(app, context);
  accountRoutes(app, context);
  myDataRoutes(app, context);
  profileRoutes(app, context);
  contactRoutes(app, context);
  staffRoutes(app, context);
  auditRoutes(app, context);
  reviewDeskRoutes(app, context);
  orderDeskRoutes(app, context, provider);
  customerDeskRoutes(app, context);
  stockDeskRoutes(app, context);
  productDeskRoutes(app, context);
  productPageRoutes(app, context);
  groupRoutes(app, context);
  couponDeskRoutes(app, context);
  deliveryDeskRoutes(app, context);
  contentDeskRoutes(app, context);
  mailDeskRoutes(app, context);
  settingsRoutes(app, context);
  figuresRoutes(app, context);
  const receive = receiveUploads();
  picturesRoutes(app, context, receive);
  importsRoutes(app, context, receive);
  if (!context.config.production && context.config.smtpUrl === undefined) mailboxRoutes(app, context.database);
  if (!context.config.production && context.config.payments.provider === 'sandbox') await sandboxRoutes(app, context);
  docsRoutes(app);
  await app.ready();
  return app;
};
