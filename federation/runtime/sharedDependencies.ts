import path from 'node:path';

/**
 * The singletons: packages that must exist only once in the page. The host provides them eagerly; remotes only consume
 * them. These are the versions the host provides; a remote built for an incompatible version does not start.
 */
export const providedSingletons = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  'react-router-dom': '7.18.5',
  'react-redux': '9.3.1',
  '@reduxjs/toolkit': '2.14.0',
  '@shop/shared/state': '1.0.0',
} as const;

type Singleton = keyof typeof providedSingletons;
const singletons = Object.keys(providedSingletons) as Singleton[]; // the keys of a const object match its type

/** Entries that omit unused exports: half of the router's size. */
const facades: Partial<Record<Singleton, string>> = {
  'react-router-dom': path.join(__dirname, 'facades/routerFacade.ts'),
  '@reduxjs/toolkit': path.join(__dirname, 'facades/toolkitFacade.ts'),
};

export interface SharedConfig {
  singleton: true;
  requiredVersion: string;
  strictVersion: boolean;
  version?: string;
  eager?: boolean;
  import?: string | false;
}

const forEachSingleton = (
  configure: (name: Singleton, version: string) => Partial<SharedConfig>,
): Record<string, SharedConfig> =>
  Object.fromEntries(
    singletons.map((name) => {
      const version = providedSingletons[name];
      return [
        name,
        { singleton: true, requiredVersion: `^${version}`, strictVersion: true, ...configure(name, version) },
      ];
    }),
  );

export const hostShared = (): Record<string, SharedConfig> =>
  forEachSingleton((name, version) => ({ version, eager: true, ...(facades[name] ? { import: facades[name] } : {}) }));

export const remoteShared = (): Record<string, SharedConfig> => forEachSingleton(() => ({ import: false }));
