// A whole message that cannot be read, as a fact. It may hold anything, so only its size and its hash are kept.

import { createHash } from 'node:crypto';
import type { DeviceFact, DeviceRequest } from './driver.ts';

export function unreadable({ body }: DeviceRequest, problem: string): DeviceFact {
  return {
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
    raw: `${body.length} bytes, SHA-256 ${createHash('sha256').update(body).digest('hex')}`,
    problem,
  };
}
