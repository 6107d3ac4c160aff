import type { Locator, Page } from '@playwright/test';

/** A section of the home page. */
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
