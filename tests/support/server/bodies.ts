// Request bodies that writing calls accept: a fixed one for each call, without the ids of records it names, and any
// number of invented ones.

import type { Chance } from '../../../server/app/sample/random.ts';
import type { CallKey } from '../../../src/shared/contract/calls.ts';
import { DecodeError, type Decoder } from '../../../src/shared/contract/decode.ts';
import { payrollPresets } from '../../../src/shared/contract/payrollPresets.ts';

/** An id that no record has. */
export const unusedId = 999_999_999;

const week = { monday: 480, tuesday: 480, wednesday: 480, thursday: 480, friday: 360, saturday: 0, sunday: 0 };

export const person = { name: 'Name', email: 'somebody@rollcall.example' };
export const address = { url_type: 'crm', url: 'https://crm.example/', description: '' };
const role = { name: 'some_role', display_name: 'Some role', description: '', permissions: [] };
const setting = { value: 'x', description: '', is_public: false };

/** A valid body for each writing call whose body names no other record. */
export const bodies: Partial<Record<CallKey, object>> = {
  'PUT /companies/{id}': { name: 'Renamed' },
  'POST /companies/{id}/urls': address,
  'PUT /company-urls/{id}': address,
  'PUT /access-controllers/{id}': { name: 'Renamed', company_id: 1 },
  'PUT /employees/{id}': { name: 'Renamed', employee_id: 'E-1' },
  'PUT /users/{id}': { ...person, roles: [], companies: [] },
  'POST /users/{id}/assign-companies': { companies: [] },
  'PUT /roles/{id}': role,
  'PUT /settings/{keyOrId}': setting,
  'PUT /roles/{id}/second-factor': { is_required: false },
  'PUT /hr-sync/schedule/{slot}': { time: '10:00', enabled: true },
  'PUT /hr-sync/schedule/{slot}/toggle': { enabled: true },
  'PUT /companies/{id}/hr-sync/config': {
    min_break_duration_minutes: 30,
    max_break_duration_minutes: 60,
    sync_time_threshold_hour: 18,
  },
  'POST /companies/{id}/hr-sync/test': { dry_run: true },
  'PUT /companies/{id}/hr-connection': { connector: 'rollcall', settings: {}, secrets: {}, match_by: 'number' },
  'POST /companies/{id}/hr-connection/test': { connector: 'rollcall', settings: {}, secrets: {}, match_by: 'number' },
  'PUT /companies/{id}/hr-matches': { matches: [] },
  'PUT /companies/{id}/day-rules': {
    starts_at: '04:00',
    repeat_seconds: 60,
    hours: 'pairs',
    needs_second_person: false,
  },
  'POST /companies/{id}/day-rules/preview': { starts_at: '04:00', timezone: 'Asia/Kathmandu' },
  'PUT /companies/{id}/free-days': { days: [] },
  'POST /week-patterns': { company_id: unusedId, employee_id: null, valid_from: '2026-01-01', ...week },
  'POST /leaves': { employee_id: unusedId, first_day: '2026-01-01', last_day: '2026-01-02', is_half: false },
  'POST /balances': { employee_id: unusedId, day: '2026-01-01', minutes: 90, reason: 'Agreed' },
  'PUT /companies/{id}/payroll': { ...payrollPresets.csv?.template, mail_day: 0, mail_to: '' },
  'POST /companies/{id}/payroll/preview': { ...payrollPresets.csv?.template, month: '2020-01' },
  'POST /companies/{id}/payroll/files': { month: '2020-01' },
  'PUT /companies/{id}/digest': { weekdays: [1, 5] },
  'PUT /auth/digest': { wants_digest: false },
  'PUT /hr-sync/companies/{id}/attendance-waits': { kind: 'door', id: unusedId, is_lifted: true },
  'POST /hr-sync/all': { date: '2001-01-01' },
  'POST /attendance/sign-export': { filters: {}, up_to_id: 1, skip: 0, rows: 1, rows_hash: 'x', seal: 'x' },
  'POST /corrections/{id}/decide': { agree: true, reason: 'Right' },
  'POST /corrections/decide': { ids: [unusedId], agree: true, reason: 'Right' },
  'POST /corrections/decide/preview': { ids: [unusedId] },
  'POST /closed-months/{id}/reopen': { reason: 'Late papers' },
  'POST /roll-calls/{id}/ticks': { ticks: [] },
  'POST /access-controllers/{id}/device/reinterpret': {
    start_date: '2026-11-20',
    end_date: '2026-11-21',
    dry_run: false,
  },
  'POST /access-controllers/{id}/device/file': {
    name: '1_attlog.dat',
    header: [],
    rows: [{ line: 1, cells: ['7', '2026-11-20 08:00:00', '1', '0', '1', '0'] }],
    dry_run: true,
  },
  'POST /employee-codes': { company_id: 1, code: '7', employee_id: 1, valid_from: '', valid_until: '' },
  'PUT /auth/passkeys/{id}': { name: 'Blue key' },
  'PUT /views/order': { ids: [] },
  'PUT /access-controllers/{id}/device': {
    kind: 'zkteco',
    direction: 'key',
    half_hours: 'nothing',
    silent_after_minutes: 10,
    mapping: {},
  },
  'POST /access-controllers/{id}/device/try': { mapping: {}, body: '{}' },
  'POST /access-controllers/{id}/device/pairing': { kind: 'zkteco' },
  'POST /access-controllers/{id}/device/approve': { device_id: 1 },
  'POST /access-controllers/{id}/device/commands': { command: 'info' },
  'PUT /privacy/rules': { rules: [] },
  'POST /privacy/rules/preview': { rules: [] },
  'POST /legal-holds': { kind: 'companies', subject_id: unusedId, reason: 'Lawsuit' },
  'POST /privacy/erasures/preview': { kind: 'employees', id: unusedId },
  'POST /privacy/erasures': { kind: 'employees', id: unusedId, reason: 'Asked for it' },
};

/** Values to offer, by name of the field. */
export type Pools = Readonly<Record<string, readonly [unknown, ...unknown[]]>>;

const mostMends = 60;

/**
 * Invents a body that a call's decoder accepts, without knowing the call: offers a value for each field the decoder
 * reads, and mends what the decoder refuses.
 */
export function inventBody(decode: Decoder<unknown>, pools: Pools, chance: Chance): unknown {
  const body = offering(pools, chance);
  for (let mends = 0; mends < mostMends; mends++) {
    try {
      decode(body);
      return body;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      put(body, error.path, mended(error, pools, chance));
    }
  }
  throw new Error(`No body was found for a decoder: ${JSON.stringify(body)}`);
}

type Fields = Record<string | number, unknown>;

/** Leaves out fields with unknown names at first, and now and then known ones too. */
function offering(pools: Pools, chance: Chance): Fields {
  return new Proxy<Fields>(
    {},
    {
      get(fields, name) {
        if (typeof name === 'symbol') return undefined;
        const pool = Object.hasOwn(pools, name) ? pools[name] : undefined;
        if (!Object.hasOwn(fields, name) && pool && chance.percent(85)) fields[name] = chance.pick(pool);
        return Object.hasOwn(fields, name) ? fields[name] : undefined;
      },
    },
  );
}

function put(body: Fields, path: readonly (string | number)[], value: unknown): void {
  let holder = body;
  for (const key of path.slice(0, -1)) {
    const inner = holder[key];
    if (typeof inner !== 'object' || inner === null) return;
    holder = Object(inner);
  }
  const last = path.at(-1);
  if (last !== undefined) holder[last] = value;
}

function mended({ expected, path }: DecodeError, pools: Pools, chance: Chance): unknown {
  const words = /^one of (.+)$/.exec(expected)?.[1]?.split(', ') ?? [];
  const [word, ...others] = words;
  if (word !== undefined) return chance.pick([word, ...others]);
  const pool = pools[String(path.at(-1))];
  switch (expected) {
    case 'a whole number':
    case 'a number':
      return numberOf(pool, chance);
    case 'true or false':
      return chance.percent(50);
    case 'a list':
      return chance.percent(80) ? [offering(pools, chance)] : [];
    case 'an object':
    case 'a map':
      return offering(pools, chance);
    case 'text':
    case 'non-empty text':
      return String(pool ? chance.pick(pool) : 'something') || 'something';
    default:
      return chance.pick([pool ? chance.pick(pool) : 1, [offering(pools, chance)], true, 'something']);
  }
}

function numberOf(pool: Pools[string] | undefined, chance: Chance): number {
  const [first, ...others] = (pool ?? []).map(Number).filter(Number.isSafeInteger);
  return first === undefined ? chance.whole(1, 60) : chance.pick([first, ...others]);
}
