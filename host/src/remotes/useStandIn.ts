import { RemoteUnavailableError } from '@shop/runtime/browser';
import { use, useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router-dom';
import { RemotesContext } from './Remotes';

/** Show the error panel after this time; a later stand-in still replaces it. */
const STAND_IN_TIMEOUT_MS = 900;

/**
 * True for errors that another release would not fix: no release could be loaded, or the page itself returned an error
 * response.
 */
const isUnrelatedToRelease = (error: unknown): boolean =>
  error instanceof RemoteUnavailableError || isRouteErrorResponse(error);

/** Requests the previous release after a crash. Returns true while it may still arrive. */
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
