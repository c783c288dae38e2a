// OPERLOG: what was done at the device, mixed with users, fingerprints and faces, of which nothing is kept.

import type { NoteKind } from '../../../../../src/shared/contract/deviceEvents.ts';
import type { HeardNote } from '../driver.ts';
import { writtenTime } from './localTime.ts';

const operations: Readonly<Record<string, { readonly kind: NoteKind; readonly what: string }>> = {
  0: { kind: 'started', what: 'The device started' },
  1: { kind: 'stopped', what: 'The device was shut down' },
  3: { kind: 'alarm', what: 'The device raised an alarm' },
  5: { kind: 'settings_changed', what: 'Settings were changed at the device' },
  13: { kind: 'memory_cleared', what: 'All data was cleared at the device' },
  21: { kind: 'clock_set', what: 'The clock was set at the device' },
  23: { kind: 'memory_cleared', what: 'Attendance records were deleted at the device' },
  82: { kind: 'server_changed', what: 'The address of its server was changed at the device' },
  83: { kind: 'server_changed', what: 'The address of its server was changed at the device' },
};

export function operlogNote(line: string): HeardNote | undefined {
  const [, code = '', time = ''] = /^\s*OPLOG\s+(\d{1,5})\t[^\t]*\t([^\t]*)/i.exec(line) ?? [];
  const operation = operations[code];
  if (!operation) return undefined;
  const localTime = writtenTime(time.trim())?.localTime;
  const when = localTime === undefined ? '' : `, at ${localTime} by its own clock`;
  return {
    kind: operation.kind,
    sentence: `${operation.what}${when}.`,
    raw: `OPLOG ${code} ${localTime ?? ''}`.trim(),
  };
}
