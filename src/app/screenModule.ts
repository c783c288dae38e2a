import type { ComponentType } from 'react';
import type { ScreensFor } from '../features/people/rights/effectiveAccess.ts';

/** What is imported to show a page. */
export interface PageModule {
  default: ComponentType;
}

/** What is imported to show a screen, which may ask what a user's sidebar shows. */
export interface ScreenModule {
  default: ComponentType<{ screensFor: ScreensFor }>;
}
