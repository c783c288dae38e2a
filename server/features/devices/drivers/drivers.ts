// All drivers of devices that call the listener.

import type { Driver } from './driver.ts';
import { hikvisionDriver } from './hikvision/hikvisionDriver.ts';
import { jsonDriver } from './json/jsonDriver.ts';
import { zktecoDriver } from './zkteco/zktecoDriver.ts';

export const drivers: readonly Driver[] = [zktecoDriver, hikvisionDriver, jsonDriver];
