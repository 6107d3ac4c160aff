import { useEffect, useState } from 'react';
import { useHydrated } from '../../parts/useHydrated';

/** The link of a mail: its key, and what it is for. */
export interface MailLink {
  readonly purpose: 'login' | 'reset';
  readonly link_key: string;
}

const readLink = (hash: string): MailLink | undefined => {
  const [, purpose, link_key] = /^#(login|reset)=([\w-]+)$/.exec(hash) ?? [];
  return link_key !== undefined && (purpose === 'login' || purpose === 'reset') ? { purpose, link_key } : undefined;
};

/** Returns the link that opened this page, and removes its key from the address. */
export const useMailLink = (): MailLink | undefined => {
  const hydrated = useHydrated();
  const [link] = useState(() => (typeof window === 'undefined' ? undefined : readLink(window.location.hash)));
  useEffect(() => {
    // Without the router, which would load the page anew.
    if (link) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }, [link]);
  return hydrated ? link : undefined;
};
