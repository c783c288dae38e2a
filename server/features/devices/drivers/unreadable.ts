// What cannot be read, as a fact: it may hold anything.

import { createHash } from 'node:crypto';
import type { DeviceFact, DeviceRequest } from './driver.ts';

/** A whole message. Only its size and its hash are kept. */
export const unreadable = ({ body }: DeviceRequest, problem: string): DeviceFact =>
  unreadFact({ raw: `${body.length} bytes, SHA-256 ${createHash('sha256').update(body).digest('hex')}`, problem });

/** With what is known of it all the same. */
export const unreadFact = (known: Pick<DeviceFact, 'raw' | 'problem'> & Partial<DeviceFact>): DeviceFact => ({
  number: null,
  code: '',
  localTime: '',
  offsetMinutes: null,
  kind: '',
  direction: '',
  meaning: undefined,
  reader: '',
  verify: '',
  passed: 'unknown',
  isReplay: false,
  ...known,
});

/** Tells a line from others of which as little is kept. */
export const hashOfLine = (line: string): string => createHash('sha256').update(line).digest('base64url');
