import type { ComponentType } from 'react';

/** What is imported to show a screen. */
export interface ScreenModule {
  default: ComponentType;
}
