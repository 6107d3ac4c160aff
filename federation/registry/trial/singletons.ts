import * as state from '@shop/shared/state';
import * as toolkit from '@reduxjs/toolkit';
import * as React from 'react';
import * as ReactDOM from 'react-dom';
import * as ReactRedux from 'react-redux';
import * as router from 'react-router-dom';

const modules: Readonly<Record<string, unknown>> = {
  react: React,
  'react-dom': ReactDOM,
  'react-router-dom': router,
  'react-redux': ReactRedux,
  '@reduxjs/toolkit': toolkit,
  '@shop/shared/state': state,
};

/** Builds the `shared` option of a federation runtime that provides the host's singletons in these versions. */
export const provideSingletons = (versions: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [
      name,
      {
        version,
        lib: () => modules[name],
        strategy: 'loaded-first' as const,
        shareConfig: { singleton: true, requiredVersion: `^${version}` as const, eager: true },
      },
    ]),
  );
