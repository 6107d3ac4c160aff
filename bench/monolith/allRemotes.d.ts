/** Written by buildMonolith: every remote of the repository, by its name. */
declare module 'all-remotes' {
  export const modules: Readonly<Record<string, import('@shop/shared/remote').RemoteModule>>;
}
