import { RemoteUnavailableError } from '@shop/federation/browser';
import { use, useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router-dom';
import { RemotesContext } from './Remotes';

/** After so long the panel is shown; a stand-in that comes later still takes its place. */
const STAND_IN_TIMEOUT_MS = 900;

/**
 * What a release before this one could not do better: no release came at all, or the page itself says that it is not
 * there.
 */
const isUnrelatedToRelease = (error: unknown): boolean =>
  error instanceof RemoteUnavailableError || isRouteErrorResponse(error);

/** Asks for the release before the one that broke while it was shown. Answers whether it may still come. */
export const useStandIn = (error: unknown): boolean => {
  const remotes = use(RemotesContext);
  const { pathname } = useLocation();
  const [abandonedError, setGivenUp] = useState<unknown>();
  const remote = remotes?.findByPath(pathname);
  const previous = remote && remotes?.composition[remote]?.previous;
  const isRequested =
    remotes !== null &&
    remote !== undefined &&
    previous !== undefined &&
    remotes.mounted.get(remote) !== previous.version &&
    !isUnrelatedToRelease(error);

  useEffect(() => {
    if (!isRequested) return undefined;
    const abandon = (): void => setGivenUp(error);
    const timer = setTimeout(abandon, STAND_IN_TIMEOUT_MS);
    remotes.mountStandIn(remote).then((isMounted) => isMounted || abandon(), abandon);
    return () => clearTimeout(timer);
  }, [error, isRequested, remote, remotes]);

  return isRequested && abandonedError !== error;
};
