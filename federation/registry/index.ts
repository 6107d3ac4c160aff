export { hashContent } from '../build/hashContent';
export { Registry, HOST_ANNOUNCE_INTERVAL_MS, NO_COMPOSITION } from './Registry';
export { createRegistry, openExistingRegistry, openRegistry } from './openRegistry';
export { createRefusal, RegistryError, type RegistryErrorCode } from './RegistryError';
export { createDirectAccess } from './operations/createDirectAccess';
export { withAudit } from './operations/Operation';
export type { RegistryAccess } from './operations/operations';
export { createHttpAccess } from './http/createHttpAccess';
export { createStorageCaller, toCaller, type Caller } from './access/Caller';
export { registryRoutes } from './http/registryRoutes';
export {
  createToken,
  endSessions,
  findBearer,
  findBearerByName,
  listTokens,
  revokeToken,
  type Bearer,
} from './access/tokens';
export { signText, verifyText } from './access/signatures';
export { readSigningKey } from './access/signingKey';
export { verifyOverride } from './access/overrideLinks';
export { publishRelease, resolveVersion, type ReleaseUpload } from './publishRelease';
export { readEntry } from './readBuild';
export { promoteUnpinned, type PinnedRemote } from './promoteUnpinned';
export { endCanary, promote, retire, rollback, startCanary, type Promotion } from './promote';
export { describeRamp, formatStep, type RampPlan, type RampPolicy } from './ramp';
export { DEFAULT_RAMP_STEP_MS, readRampPolicy } from './readRampPolicy';
export { isInCanary, isVisitorSeed, createVisitorSeed } from './canaryAssignment';
export { collectGarbage, DEFAULT_RETENTION_DAYS } from './collectGarbage';
export {
  compareReleases,
  diffReleases,
  type FileDiff,
  type ListDiff,
  type NumberDiff,
  type ReleaseDiff,
} from './diffReleases';
export {
  isRetired,
  MAX_HISTORY_ENTRIES,
  previousRelease,
  type CompositionFile,
  type HistoryEntry,
  type ChangeContext,
  type ReleaseSet,
} from './compositionFile';
export { checkGrant, findGrant } from './checks/audience';
export { grantAudience } from './grantAudience';
export { checkHostCompatibility } from './checks/hostCompatibility';
export {
  listAddressedFiles,
  getIntegrity,
  isVersion,
  SharedExports,
  Uses,
  type HostDescription,
  type Release,
  type ReleaseChecks,
  type ReleaseSource,
} from './release';
export { HealthCounts, sumByRelease } from './health/HealthCounts';
export { DEFAULT_LIMITS, type HealthLimits } from './health/judgeCanary';
export { errorRate, p75, p75Cls, type Sums } from './health/sums';
export { DEFAULT_LINK_HOURS, listPreviewLinks } from './access/previewLinks';
export type { PreviewLink } from './access/PreviewLink';
export { revertBadCanaries } from './health/revertBadCanaries';
export { CrashCounts } from './health/CrashCounts';
export { rollBackCrashedReleases } from './health/rollBackCrashedReleases';
export { findPromotionTime, JUDGING_PERIOD_MS, rollBackBadReleases } from './health/rollBackBadReleases';
export { advanceRamps } from './health/advanceRamps';
export { readLocalRefusals, type LocalRefusals } from './localRefusals';
