import type { TestInfo } from '@playwright/test';

/** `npm run chaos -- remotes` finds the milliseconds in the test report by this name. */
export const PANEL_ANNOTATION = 'panel after, ms';

export const notePanelTime = (info: TestInfo, milliseconds: number): void =>
  void info.annotations.push({ type: PANEL_ANNOTATION, description: String(milliseconds) });
