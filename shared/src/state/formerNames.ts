/**
 * Names that releases built before 2026-11-24 import from this singleton. A host must run them until no release that
 * can still go live uses them (e2e/specs/versions.system.spec.ts runs such releases). Do not use these names in new code.
 */
export { createPageLoader as pageLoader } from './createPageLoader';
export { createAccountLoader as accountLoader, createSignedOutLoader as signedOutLoader } from './createAccountLoader';
export { buildCartLineId as cartLineId, cartClearUndone as cartBroughtBack } from './cartSlice';
export { isSessionExpired as isSessionOver } from './authSlice';
export { useFormatPrice as useMoney } from './useFormatPrice';
