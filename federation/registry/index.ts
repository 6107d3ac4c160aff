export { plainName } from '../build/contentName';
export { Registry, HOST_ANNOUNCED_EVERY_MS, NO_COMPOSITION } from './Registry';
export { openRegistry } from './openRegistry';
export { RegistryError, type RegistryErrorCode } from './RegistryError';
export type { RegistryAccess } from './RegistryAccess';
export { audited, directAccess } from './directAccess';
export { httpAccess } from './http/httpAccess';
export {
  describeFreeze,
  isInForce,
  listFreezes,
  type FreezeRequest,
  type FreezeWindow,
} from './policies/freezeWindows';
export { besideStorage, callerOf, type Caller } from './policies/Caller';
export { listRequests, type GoLiveRequest } from './policies/requests';
export { registryRoutes } from './http/registryRoutes';
export {
  createToken,
  endSessionsOf,
  findBearer,
  findBearerByName,
  listTokens,
  requireRights,
  revokeToken,
  type Bearer,
} from './access/tokens';
export { sign, verify } from './access/signatures';
export { readSigningKey } from './access/signingKey';
export { verifyOverride } from './access/overrideLinks';
export { Opened, checkOpenedPages } from './description/openInJsdom';
export { hashOf, publishRelease, readEntry, versionOf, type ReleaseUpload } from './publishRelease';
export { promoteUnchosen, type Chosen } from './promoteUnchosen';
export { endCanary, goLive, promote, rollback, startCanary, type GoingLive } from './goLive';
export { describeRamp, nameStep, type RampPlan, type RampPolicy } from './ramp';
export { DEFAULT_RAMP_STEP_MS, readRampPolicy } from './readRampPolicy';
export { isInCanary, isVisitorSeed, newVisitorSeed } from './chooseCanaries';
export { collectGarbage, DEFAULT_KEPT_DAYS } from './collectGarbage';
export {
  compareReleases,
  diffReleases,
  type FileDiff,
  type ListDiff,
  type NumberDiff,
  type ReleaseDiff,
} from './diffReleases';
export {
  previousRelease,
  type CompositionFile,
  type Exceptions,
  type HistoryEntry,
  type Occasion,
  type ReleaseSet,
} from './compositionFile';
export { checkHostCompatibility } from './checks/againstHost';
export {
  addressedFiles,
  integrityOf,
  isVersion,
  SharedExports,
  Uses,
  type HostDescription,
  type Release,
  type ReleaseChecks,
  type ReleaseSource,
} from './release';
export { HealthStore, sumByRelease } from './health/HealthStore';
export { DEFAULT_LIMITS, type HealthLimits } from './health/judgeCanary';
export { addSums, errorRate, estimateP75, NO_SUMS, p75, p75Cls, type Sums } from './health/sums';
export type { Hour } from './health/TrendStore';
export { DEFAULT_LINK_HOURS } from './access/overrideLinks';
export { offersRoute } from './checks/removals';
export { revertBadCanaries } from './health/watchCanaries';
export { rollBackBadReleases } from './health/watchLive';
export { advanceRamps } from './health/watchRamps';
export { FileStorage, isStorageFull } from './storage/FileStorage';
export type { RegistryStorage } from './storage/RegistryStorage';
export { WebhookDispatcher, type Delivered } from './webhooks/WebhookDispatcher';
export { WEBHOOK_EVENTS, type WebhookEvent } from './webhooks/releaseEvents';
export { listWebhooks, type DeliveryStatus, type Webhook } from './webhooks/webhooks';
export type { SendSettings } from './webhooks/send';
