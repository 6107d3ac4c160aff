import { RemoteUnavailableError } from '@shop/federation/browser';
import { use, useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router-dom';
import { RemotesContext } from './Remotes';

/** After so long the panel is shown; a stand-in that comes later still takes its place. */
const PATIENCE_MS = 900;

/**
 * What a release before this one could not do better: no release came at all, or the page itself says that it is not
 * there.
 */
const isNobodysFault = (error: unknown): boolean =>
  error instanceof RemoteUnavailableError || isRouteErrorResponse(error);

/** Asks for the release before the one that broke while it was shown. Answers whether it may still come. */
export const useStandIn = (error: unknown): boolean => {
  const remotes = use(RemotesContext);
  const { pathname } = useLocation();
  const [givenUp, setGivenUp] = useState<unknown>();
  const remote = remotes?.ofPath(pathname);
  const previous = remote && remotes?.composition[remote]?.previous;
  const isAsked =
    remotes !== null &&
    remote !== undefined &&
    previous !== undefined &&
    remotes.mounted.get(remote) !== previous.version &&
    !isNobodysFault(error);

  useEffect(() => {
    if (!isAsked) return undefined;
    const giveUp = (): void => setGivenUp(error);
    const timer = setTimeout(giveUp, PATIENCE_MS);
    remotes.standIn(remote).then((stoodIn) => stoodIn || giveUp(), giveUp);
    return () => clearTimeout(timer);
  }, [error, isAsked, remote, remotes]);

  return isAsked && givenUp !== error;
};
