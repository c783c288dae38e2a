// Attendance as the real Tryton treats it (tests/server/features/hr/tryton/ tests that one): it takes a line as often
// as it comes, and all lines of a call or none.

import { datetime } from '../../../server/features/hr/connectors/tryton/rpc.ts';
import type { OutboundAnswer, SafeRequest } from '../../../server/platform/http/outbound.ts';
import { instantOf, timeIn } from '../../../server/platform/time/clock.ts';
import type { FakeHr, FakeHrOptions } from './fakeHr.ts';

interface Parts {
  year: number;
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
}

interface Line {
  company: number;
  employee: number;
  at: Parts;
  date: Parts;
  type: string;
}

interface Stored {
  readonly id: number;
  readonly employee: number;
  /** 'YYYY-MM-DD HH:MM:SS' */
  readonly at: string;
  readonly type: string;
}

/** A refusal whose reason is meant for people. */
class UserError extends Error {}

const secrets = { password: 'a-long-secret-9' };
const settings = { database: 'hr', user: 'rollcall', company: '1' };

export function createTrytonFake({ people, timeZone, clock }: FakeHrOptions): FakeHr {
  const known = new Map(people.map((person) => [person.id, person]));
  const lines: Stored[] = [];
  const local = timeIn(timeZone);
  let isExpired = false;
  let closedDay = '';

  function check(line: Line): Stored {
    const at = textOf(line.at);
    if (textOf(line.date).slice(0, 10) !== local.dayOf(at)) {
      throw new Error("ModelSQL.write() missing 1 required positional argument: 'values'");
    }
    if (!known.get(String(line.employee))?.is_active) {
      throw new UserError('The value for field "Employee" in "Attendance Line" is not valid according to its domain.');
    }
    if (closedDay !== '' && local.dayOf(at) <= closedDay) {
      const name = known.get(String(line.employee))?.name;
      throw new UserError(`To modify attendance "${name}@${at}" you must reopen period "${closedDay}".`);
    }
    return { id: 0, employee: line.employee, at, type: line.type };
  }

  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    'common.server.version': () => '6.0.29',
    'model.res.user.get_preferences': ([isContext]) =>
      isContext ? { company: 1, groups: [6] } : { company: 1, companies: [1] },
    'model.ir.module.search_read': () => [{ id: 7, state: 'activated', version: '6.0.2' }],
    'model.company.company.search_read': () => [{ id: 1, timezone: timeZone, rec_name: 'Acme' }],
    'model.ir.model.data.search_read': () => [{ id: 939, db_id: 6 }],
    'model.company.employee.search_read': ([domain, , limit]) =>
      [...known.values()]
        .filter(({ id }) => Number(id) > Number(wantedIn(domain, 'id')))
        .slice(0, Number(limit))
        .map(({ id, name, number, email, is_active }) => ({
          id: Number(id),
          rec_name: name,
          start_date: null,
          end_date: is_active ? null : { __class__: 'date', year: 2000, month: 1, day: 1 },
          'party.': { id: Number(id), code: number, email },
        })),
    'model.attendance.line.search_read': ([domain]) => {
      const employees = listOf(wantedIn(domain, 'employee'));
      const instants = new Set(listOf(wantedIn(domain, 'at')).map((at) => JSON.stringify(at)));
      return lines
        .filter(({ employee, at }) => employees.includes(employee) && instants.has(JSON.stringify(datetime(at))))
        .map((line) => ({ ...line, at: datetime(line.at) }));
    },
    'model.attendance.line.create': ([created]) => {
      const checked = linesIn(created).map(check);
      const stored = checked.map((line, index) => ({ ...line, id: lines.length + index + 1 }));
      lines.push(...stored);
      return stored.map(({ id }) => id);
    },
  };

  const request: SafeRequest = async (url, { body = '', headers = {} } = {}) => {
    const { method, params } = callIn(body);
    const isOpen = method === 'common.server.version' && new URL(url).pathname === '/';
    const expected = Buffer.from(`${settings.user}:${secrets.password}`).toString('base64');
    if (!isOpen && (isExpired || headers.Authorization !== `Basic ${expected}`)) return answer(401, '');
    if (!isOpen && new URL(url).pathname !== `/${settings.database}/`) {
      return rpcAnswer({ error: ["Database '/var/lib/nowhere.sqlite' doesn't exist!", ''] });
    }
    try {
      const perform = methods[method];
      if (!perform) return answer(403, '<!doctype html><title>403 Forbidden</title>');
      return rpcAnswer({ result: perform(params) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return rpcAnswer({ error: error instanceof UserError ? ['UserError', [message, '', null]] : [message, ''] });
    }
  };

  const answer = (status: number, body: string): OutboundAnswer => ({
    status,
    headers: { date: clock().toUTCString() },
    body,
  });
  const rpcAnswer = (content: object) => answer(200, JSON.stringify({ id: 1, ...content }));

  return {
    url: 'https://tryton.example',
    settings: { ...settings, time_zone: timeZone },
    secrets,
    people: known,
    request,
    entries: () => lines.map(({ employee, type, at }) => `${employee} ${type} ${at}`).sort(),
    expireKey() {
      isExpired = true;
    },
    renewKey() {
      isExpired = false;
    },
    closeUntil(day) {
      closedDay = day;
    },
  };
}

function textOf({ year, month, day, hour = 0, minute = 0, second = 0 }: Parts): string {
  return instantOf(new Date(Date.UTC(year, month - 1, day, hour, minute, second)));
}

function callIn(body: string): { method: string; params: readonly unknown[] } {
  return JSON.parse(body);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function linesIn(value: unknown): Line[] {
  return JSON.parse(JSON.stringify(value));
}

/** The value in the domain's clause about a field. */
function wantedIn(domain: unknown, field: string): unknown {
  return listOf(listOf(domain).find((clause) => listOf(clause)[0] === field))[2];
}
