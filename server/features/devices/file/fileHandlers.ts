// Imports punches from a file for a controller's device: first a dry run, then stored in batches of lines.

import { linesAtOnce, type ReadLines } from '../../../../src/shared/contract/deviceEvents.ts';
import { dryRunDone } from '../../../../src/shared/contract/call.ts';
import { groupDigits } from '../../../../src/shared/words/groupDigits.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { lockCompanyOf } from '../../companies/companyQueries.ts';
import { assertLocked, lockRow } from '../../../platform/db/rowLocks.ts';
import { conflict, invalid } from '../../../platform/records/domainErrors.ts';
import { singleLine } from '../../../platform/log/log.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { type Door, doorOf } from '../deviceController.ts';
import { fileLines, type FileLines } from './fileLines.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { clockOf } from '../../settings/clocks.ts';
import { devicesWhere } from '../../controllers/device/deviceRows.ts';
import { rulesOf } from '../../controllers/device/deviceRules.ts';
import {
  applyNew,
  type Arrival,
  arrivalOf,
  factRow,
  insertFacts,
  newOnes,
  type NewReadings,
  readNew,
} from '../intake/newFacts.ts';

/** `changed` is called when attendance records may have changed. */
export const createFileHandlers = (changed: () => void) =>
  ({
    'POST /access-controllers/{id}/device/file': {
      allow: 'devices.manage',
      async handle({ db, caller, params, body: { dry_run, ...file }, now, requestId }) {
        const door = await doorOf(db, caller, params.id);
        if (file.rows.length > linesAtOnce)
          throw invalid({ rows: `At most ${groupDigits(linesAtOnce)} lines are read at once` });
        const lines = fileLines(file);
        if (dry_run) return { data: await tryLines(db, door, lines, now), message: dryRunDone };
        const data = await db.tx(async (queries) => {
          await lockCompanyOf(queries, 'access_controllers', params.id, 'change');
          await lockRow(queries, 'access_controllers', params.id, 'change');
          const stored = await storeLines(queries, await doorOf(queries, caller, params.id), lines, now);
          const { readable, known, check_ins, check_outs, not_taken } = stored;
          await audit(queries, {
            caller,
            requestId,
            now,
            action: 'devices.file',
            subject: 'access_controllers',
            subjectId: params.id,
            after: {
              file: singleLine(file.name),
              from_line: file.rows[0]?.line ?? null,
              to_line: file.rows.at(-1)?.line ?? null,
              readable,
              known,
              check_ins,
              check_outs,
              not_taken,
            },
          });
          return stored;
        });
        changed();
        return { data };
      },
    },
  }) satisfies Partial<Handlers>;

// Stores lines of a file as facts of a controller's device, or previews the result. The file may repeat what the device
// sent, and may be uploaded twice.

async function tryLines(queries: Queries, door: Door, lines: FileLines, now: Date): Promise<ReadLines> {
  return (await read(queries, door, lines, now)).described;
}

/** Requires the locks of the company and the controller. */
async function storeLines(queries: Queries, door: Door, lines: FileLines, now: Date): Promise<ReadLines> {
  assertLocked(queries, 'companies', [door.companyId], 'change');
  const { fresh, readings, described } = await read(queries, door, lines, now);
  const stored = fresh.filter((arrival) => arrival.refused?.outcome !== 'implausible_time');
  const results = await applyNew(queries, stored, readings, now);
  await insertFacts(
    queries,
    // No device: a file says nothing about its clock, numbers and problems.
    { controllerId: door.controllerId, deviceId: null },
    stored.flatMap((arrival) => {
      const result = results.get(arrival);
      return result ? factRow({ arrival, generation: 0, result }) : [];
    }),
  );
  return described;
}

async function read(queries: Queries, door: Door, { facts, unreadable, serials }: FileLines, now: Date) {
  const rules = await rulesOf(queries, door.controllerId);
  if (!rules) throw conflict('No device is set up for this access controller');
  await assertOwn(queries, door, serials);
  const zone = rules.zone || (await clockOf(queries, door.companyId)).zone;
  const arrivals = facts.map((fact) => arrivalOf(fact, { rules, zone }, now));
  const fresh = await withoutSame(queries, door, await newOnes(queries, door.controllerId, arrivals));
  const readings = await readNew(queries, door, fresh);
  return { fresh, readings, described: { ...describe(arrivals, fresh, readings), unreadable: [...unreadable] } };
}

/** Accepts files of former terminals too: a broken one is read by file. */
async function assertOwn(queries: Queries, { controllerId }: Door, serials: ReadonlySet<string>): Promise<void> {
  if (serials.size === 0) return;
  const devices = await devicesWhere(
    queries,
    sql`controller_id = ${controllerId} and state in ('approved', 'replaced') and serial <> ''`,
  );
  const own = new Set(devices.map(({ serial }) => serial.toUpperCase()));
  const other = [...serials].find((serial) => !own.has(serial));
  if (own.size === 0 || other === undefined) return;
  throw invalid({
    name: `This file is from the terminal ${other}, and the one of this controller is ${[...own].at(-1)}. Nothing was stored`,
  });
}

/** Compares by person and second, not by raw values: files and other kinds of devices write a punch differently. */
async function withoutSame(
  queries: Queries,
  { controllerId }: Door,
  fresh: readonly Arrival[],
): Promise<readonly Arrival[]> {
  const placed = fresh.flatMap(({ sent: { code }, occurredAt }) =>
    occurredAt === null ? [] : { code, at: occurredAt },
  );
  const same = await queries.all<{ code: string; occurred_at: string }>(
    sql`select device_events.code, occurred_at
      from ${rowsOf({ code: 'text', at: 'timestamp(0)' }, placed)} cross join device_events
      where controller_id = ${controllerId} and device_events.code = rows.code and occurred_at = rows.at`,
  );
  const storedPunches = new Set(same.map(({ code, occurred_at }) => JSON.stringify([code, occurred_at])));
  return fresh.filter(({ sent, occurredAt }) => !storedPunches.has(JSON.stringify([sent.code, occurredAt])));
}

function describe(
  arrivals: readonly Arrival[],
  fresh: readonly Arrival[],
  { passes, readings }: NewReadings,
): Omit<ReadLines, 'unreadable'> {
  const isNew = new Set(passes.values());
  const own = readings.filter(({ fact }) => isNew.has(fact));
  const types = own.flatMap(({ reading }) => ('type' in reading ? reading.type : []));
  const outcomes = [
    ...fresh.flatMap(({ refused }) => refused?.outcome ?? []),
    ...own.flatMap(({ reading: { outcome } }) => (outcome === 'attendance' ? [] : outcome)),
  ];
  return {
    readable: arrivals.length,
    known: arrivals.length - fresh.length,
    check_ins: types.filter((type) => type === 'check-in').length,
    check_outs: types.filter((type) => type === 'check-out').length,
    not_taken: [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, { length }]) => ({
      outcome,
      events: length,
    })),
    codes: distinct(arrivals.map(({ sent }) => sent.code)),
    unknown_codes: distinct(own.flatMap(({ fact, employeeId }) => (employeeId === undefined ? fact.code : []))),
    days: distinct(arrivals.map(({ sent }) => sent.localTime.slice(0, 10))),
  };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
