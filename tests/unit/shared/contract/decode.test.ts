// Decoders are strict about meaning and lenient about form.

import { describe, expect, test } from 'vitest';
import { access, featureOf } from '../../../../src/shared/contract/access.ts';
import { attendanceRecord } from '../../../../src/shared/contract/attendance.ts';
import { answerDecoder, type CallKey } from '../../../../src/shared/contract/calls.ts';
import { company, companyUrl } from '../../../../src/shared/contract/companies.ts';
import { accessController } from '../../../../src/shared/contract/controllers.ts';
import {
  bareOrUnder,
  DecodeError,
  flag,
  list,
  maybe,
  number,
  object,
  optional,
  text,
} from '../../../../src/shared/contract/decode.ts';
import { mapOf, page, stated, statedOrNull } from '../../../../src/shared/contract/decodeRecords.ts';
import { employee } from '../../../../src/shared/contract/employees.ts';
import { hrSyncConfig } from '../../../../src/shared/contract/hrConfig.ts';
import { role } from '../../../../src/shared/contract/people.ts';
import { eventType } from '../../../../src/shared/contract/queries.ts';
import { currentUser } from '../../../../src/shared/contract/session.ts';
import { setting } from '../../../../src/shared/contract/settings.ts';

function refusal(decode: () => unknown): string {
  try {
    return `understood: ${JSON.stringify(decode())}`;
  } catch (error) {
    if (error instanceof DecodeError) return `${error.field} is not ${error.expected}`;
    throw error;
  }
}

const bareCompany = { id: '4', name: 'Acme' };

test.each([[undefined], [null], ['']])('reads %j for an optional value as absent, not as no', (value) => {
  expect(optional(flag)(value)).toBeUndefined();
});

describe('decodes', () => {
  test('decimals and ids in strings, 0/1 booleans, null for missing text, and ignores unknown fields', () => {
    const decoded = accessController({
      id: '12',
      company_id: '3',
      name: 'Front door',
      latitude: '12.3450000',
      longitude: null,
      is_active: 0,
      description: null,
      firmware: 'x',
    });
    expect(decoded).toMatchObject({
      id: 12,
      company_id: 3,
      latitude: 12.345,
      longitude: null,
      is_active: false,
      description: '',
    });
    expect(decoded).not.toHaveProperty('firmware');
  });

  test('a controller, company, URL and employee without is_active as active', () => {
    expect(accessController({ id: 1 }).is_active).toBe(true);
    expect(company({ id: 1 }).is_active).toBe(true);
    expect(companyUrl({ id: 1 }).is_active).toBe(true);
    expect(employee({ id: 1 }).is_active).toBe(true);
  });

  test('a paginator or a bare array', () => {
    const companies = page(company);
    expect(
      companies({ data: [bareCompany], total: '31', last_page: '4', current_page: 2, per_page: 10 }),
    ).toMatchObject({
      total: 31,
      last_page: 4,
      current_page: 2,
      per_page: 10,
    });
    expect(companies([bareCompany, bareCompany])).toMatchObject({ total: 2, last_page: 1, current_page: 1 });
    expect(companies({ data: [], total: 0, last_page: 0 })).toMatchObject({ last_page: 1 });
    expect(companies({ data: null, total: 0, last_page: 1 })).toMatchObject({ data: [], total: 0 });
    expect(list(company)({ data: [bareCompany] })).toHaveLength(1);
  });

  test('the current user, bare or under user', () => {
    const user = { id: 1, name: 'Ada', roles: [{ id: 1, permissions: [{ name: 'users.view' }, 'roles.view'] }] };
    const decode = answerDecoder('GET /auth/user');
    expect(decode(user)).toEqual(decode({ user }));
    expect(decode(user).roles[0]?.permissions).toEqual([{ name: 'users.view' }, { name: 'roles.view' }]);
    expect(bareOrUnder('user', text)('Ada')).toBe('Ada');
  });

  test('an attendance record with null relations', () => {
    const record = {
      id: 1,
      event_type: 'check_in',
      timestamp: '2026-01-01 08:00:00',
      employee: null,
      is_processed: '1',
    };
    expect(attendanceRecord(record)).toMatchObject({
      event_type: 'check-in',
      employee: null,
      company: null,
      access_controller: null,
      is_processed: true,
    });
  });

  test('a health, event, setting type or mode that only the server knows as it came', () => {
    const states = ['online', 'Offline', 'pending', null, 7].map((health_status) =>
      companyUrl({ id: 1, health_status }),
    );
    expect(states.map((url) => url.health_status)).toEqual(['online', 'offline', 'pending', 'unknown', '7']);
    const event = { id: 1, event_type: 'Lunch', timestamp: '', is_processed: 0 };
    expect(attendanceRecord(event).event_type).toBe('Lunch');
    expect(() => attendanceRecord({ ...event, event_type: '' })).toThrow(DecodeError);
    expect(setting({ id: 1, key: 'k', value: '', type: 'time' }).type).toBe('time');
    expect(hrSyncConfig({ multiple_clock_out_mode: 'quarters' }).multiple_clock_out_mode).toBe('quarters');
  });

  test('the rows that can be read, and what is wrong with the others, where somebody counts them', () => {
    const skipped: string[] = [];
    const skip = (row: DecodeError) => void skipped.push(row.field);
    const rows = [bareCompany, { id: 'b' }, { id: 3, urls: [{}] }];
    expect(page(company)({ data: rows, last_page: 2 }, skip)).toMatchObject({ data: [{ id: 4 }], total: 3 });
    expect(page(company)(rows, skip)).toMatchObject({ data: [{ id: 4 }], total: 3 });
    expect(mapOf(list(number))({ a: [1, 'x'] }, skip)).toEqual({ a: [1] });
    expect(skipped).toEqual(['1.id', '2.urls.0.id', '1.id', '2.urls.0.id', '1']);
  });

  test('an empty map written as an array, and a JSON setting that is already parsed', () => {
    expect(mapOf(text)([])).toEqual({});
    expect(setting({ id: 1, key: 'k', value: ['a', 'b'], type: 'json' }).value).toBe('["a","b"]');
  });

  test('an HR configuration that lacks fields with the defaults', () => {
    const { hr_sync_config } = answerDecoder('GET /companies/{id}/hr-sync/config')({ hr_sync_config: {} });
    expect(hr_sync_config).toEqual({
      multiple_clock_out_mode: 'first_last',
      lunch_break_detection: true,
      min_break_duration_minutes: 30,
      max_break_duration_minutes: 120,
      sync_time_threshold_hour: 18,
      auto_detect_breaks: true,
    });
  });
});

describe('rejects an answer that cannot be decoded, with the path of the field', () => {
  test.each([
    ['a word for a number', () => number('twelve'), 'answer is not a number'],
    ['an object for a text', () => text({}), 'answer is not text'],
    ['a word for a flag', () => flag('perhaps'), 'answer is not true or false'],
    ['a company without id', () => page(company)({ data: [bareCompany, {}] }), 'data.1.id is not a number'],
    ['a text for a list', () => list(text)('a'), 'answer is not a list'],
    ['a paginator without rows and their number', () => page(company)({ last_page: 1 }), 'answer is not a list'],
    ['a body without its list', () => object({ ids: stated(list(text)) })({}), 'ids is not present'],
    ['a body with null for a list', () => object({ ids: stated(list(text)) })({ ids: null }), 'ids is not present'],
    ['a body without its flag', () => object({ on: stated(flag) })({}), 'on is not present'],
    ['a body with an empty text for its flag', () => object({ on: stated(flag) })({ on: '' }), 'on is not present'],
    ['a body without what may be null', () => object({ of: statedOrNull(number) })({}), 'of is not present'],
    ['an empty text for what may be null', () => object({ of: statedOrNull(number) })({ of: '' }), 'of is not present'],
    ['a text for an object', () => object({ a: text })('a'), 'answer is not an object'],
    ['another kind of event', () => eventType('lunch'), 'answer is not one of check-in, check-out'],
    ['a broken coordinate', () => object({ at: maybe(number) })({ at: 'north' }), 'at is not a number'],
    [
      'deep inside',
      () =>
        role({
          id: 1,
          permissions: [
            { id: 1, name: 'a' },
            { id: 2, name: '' },
          ],
        }),
      'permissions.1.name is not non-empty text',
    ],
  ])('%s', (_, decode, expected) => {
    expect(refusal(decode)).toBe(expected);
  });
});

test('has every call of the specification, and the retry of HR sync', () => {
  const keys = Object.keys(access).filter((key): key is CallKey => key in access);
  expect(keys.filter((key) => featureOf(key) === undefined)).toHaveLength(67 + 1);
});

test.each([[undefined], [null], ['all'], [{ exports: true }]])('reads %j as no features of the server', (features) => {
  expect(currentUser({ id: 1, features }).features).toEqual([]);
});
