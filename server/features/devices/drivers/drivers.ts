// Drivers of the devices that call the listener. CONTRIBUTING.md says how to add one.

import type { Driver } from './driver.ts';
import { hikvisionDriver } from './hikvision/hikvisionDriver.ts';
import { jsonDriver } from './json/jsonDriver.ts';
import { zktecoDriver } from './zkteco/zktecoDriver.ts';

const rows: Readonly<Record<Driver['kind'], Driver>> = {
  zkteco: zktecoDriver,
  hikvision: hikvisionDriver,
  json: jsonDriver,
};

export const drivers: readonly Driver[] = Object.values(rows);

/** Undefined for the webhook. */
export const driverOf = (kind: string): Driver | undefined => drivers.find((driver) => driver.kind === kind);
