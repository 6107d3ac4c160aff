/** The real toolkit under another name, so that the facade does not import itself through the share scope. */
declare module 'redux-toolkit-unwrapped' {
  export * from '@reduxjs/toolkit';
}
