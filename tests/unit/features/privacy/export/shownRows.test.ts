// How a report's rows are shown on paper, and that its JSON is valid whatever it contains.

import { expect, test } from 'vitest';
import { reportJson } from '../../../../../src/features/privacy/export/exportReport.ts';
import type { ReadSection } from '../../../../../src/features/privacy/export/reportFile.ts';
import { shownRows } from '../../../../../src/features/privacy/export/reportPdf.ts';
import { inWords } from '../../../../../src/shared/words/inWords.ts';

test('shows nothing of no rows', () => {
  expect(shownRows([])).toEqual({ shape: 'table', titles: [], rows: [] });
});

test('one row is shown field by field, also what is empty', () => {
  const row = { name: 'Ann', phone: null, is_active: true, count: 0, day: '2026-11-20' };
  expect(shownRows([row])).toEqual({
    shape: 'facts',
    facts: [
      ['Name', 'Ann'],
      ['Phone', ''],
      ['Is active', 'yes'],
      ['Count', '0'],
      ['Day', '2026-11-20'],
    ],
  });
});

test('narrow rows are a table without columns that are empty in all of them', () => {
  const at = '2026-11-20T08:00:00+01:00';
  const rows = [
    { occurred_at: at, reason: '', is_set_aside: false },
    { occurred_at: null, reason: null, is_set_aside: true },
  ];
  expect(shownRows(rows)).toEqual({
    shape: 'table',
    titles: ['Occurred at', 'Is set aside'],
    rows: [
      ['2026-11-20 08:00:00', 'no'],
      ['', 'yes'],
    ],
  });
});

test('rows with a long value, or with many, are texts', () => {
  const long = { at: '2026-11-20', raw: 'x'.repeat(100) };
  expect(shownRows([long, { at: '', raw: '' }])).toEqual({
    shape: 'texts',
    texts: [`At: 2026-11-20  ·  Raw: ${'x'.repeat(100)}`, ''],
  });
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`field_${index}`, 1]));
  expect(shownRows([many, many]).shape).toBe('texts');
});

test.each([
  ['occurred_at', 'Occurred at'],
  ['crm_employee_id', 'CRM employee ID'],
  ['hr_state', 'HR state'],
  ['identity', 'Identity'],
])('%s is called %s', (field, title) => {
  expect(inWords(field)).toBe(title);
});

test('the JSON is valid whatever is in it', async () => {
  const odd = ['"', '\\', '\u2028', '</script>', '\ud83d\ude00', '}],"rows":[{'];
  const section = (name: string, values: readonly string[]): ReadSection => ({
    name,
    title: name,
    about: '',
    rows: values.length,
    first: '',
    last: '',
    content: values.map((value) => ({ value })),
  });
  const person = { kind: 'users', id: 1, name: '"', number: '', company: '', is_deleted: false } as const;
  const file = { person, sections: [section('odd', odd), section('none', [])], readBy: 'Ada', readOn: 'now' };
  const report = JSON.parse(await reportJson(file).text());
  expect(report.sections[0].rows.map(({ value }: { value: string }) => value)).toEqual(odd);
  expect(report.sections[1].rows).toEqual([]);
  expect(report.person.name).toBe('"');
});
