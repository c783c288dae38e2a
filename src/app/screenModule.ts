import type { ComponentType } from 'react';
import type { ScreensFor } from '../features/people/rights/effectiveAccess.ts';

export interface PageModule {
  default: ComponentType;
}

/** Module of a screen, which may ask what a user's sidebar shows. */
export interface ScreenModule {
  default: ComponentType<{ screensFor: ScreensFor }>;
}

export interface RecordPageModule {
  default: ComponentType<{ id: number }>;
}
