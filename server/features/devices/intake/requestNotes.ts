// Notes on one request of a device: its own reports, and changes seen in its row and events.

import { signedOffset } from '../../../../src/shared/words/timeZones.ts';
import { singleLine } from '../../../platform/log/log.ts';
import type { DeviceRow, StoredRules } from '../../controllers/device/deviceRows.ts';
import { note, type ParsedRequest, type ReportedNote } from '../drivers/driver.ts';
import { firstCredibleYear } from '../drivers/wireValues.ts';
import type { Arrival } from './newFacts.ts';

interface NoteSource {
  readonly device: DeviceRow;
  readonly rules: Pick<StoredRules, 'ignores_offset'>;
  readonly parsed: Pick<ParsedRequest, 'about' | 'notes'>;
  /** Generation of the device's numbers, after these facts. */
  readonly generation: number;
  readonly fresh: readonly Arrival[];
}

export const notesOn = (source: NoteSource): ReportedNote[] => [
  ...source.parsed.notes,
  ...[firmwareNotes, numberNotes, zoneNotes, clockNotes].flatMap((notesIn) => notesIn(source)),
];

function firmwareNotes({ device, parsed: { about } }: NoteSource): ReportedNote[] {
  const { firmware } = about;
  if (!firmware || device.firmware === '' || device.firmware === singleLine(firmware)) return [];
  return [note('firmware_changed', `The firmware changed from ${device.firmware} to ${firmware}.`)];
}

function numberNotes({ device, generation }: NoteSource): ReportedNote[] {
  if (device.last_number === null || generation === device.generation) return [];
  return [note('new_numbers', `The device’s numbers began again, after ${device.last_number}.`)];
}

/**
 * Gateways are left out because they may serve several places. One device's clock has one zone, apart from summer time.
 */
function zoneNotes({ device, rules, parsed: { about }, fresh }: NoteSource): ReportedNote[] {
  if (device.kind === 'json' || rules.ignores_offset) return [];
  const notes: ReportedNote[] = [];
  let before = device.said_offset;
  for (const { offsetMinutes: offset } of fresh) {
    if (offset === null) continue;
    if (areTwoZones(before, offset))
      notes.push(
        note('two_zones', `An event of it says ${signedOffset(offset)}, and those before ${signedOffset(before)}.`),
      );
    before = offset;
  }
  const clockOffset = about.clock?.offsetMinutes ?? null;
  if (clockOffset !== null && areTwoZones(before, clockOffset))
    notes.push(
      note('two_zones', `Its clock says ${signedOffset(clockOffset)}, and its events ${signedOffset(before)}.`),
    );
  return notes;
}

const areTwoZones = (before: number | null, said: number): before is number =>
  before !== null && before !== said && Math.abs(before - said) !== 60;

function clockNotes({ fresh }: NoteSource): ReportedNote[] {
  const wrong = fresh.find(
    ({ refused, localTime, isReplay }) =>
      refused?.outcome === 'implausible_time' && localTime < firstCredibleYear && !isReplay,
  );
  return wrong ? [note('clock_set_back', `Its clock said ${wrong.localTime}.`)] : [];
}
