// A payroll template and people as text, for the examples of docs/payroll.md. A column is 'Header=source', for a kind of
// time with its code: 'Night=time(N) h:mm'.

import { makePayrollFile, type PaidPerson } from '../../../server/features/payroll/payrollFile.ts';
import type { PayrollTemplate } from '../../../src/shared/contract/payroll.ts';
import type { TimeKind } from '../../../src/shared/contract/payroll.ts';
import { readFreeDays } from '../../../src/shared/day/freeDays.ts';
import { workedDays } from '../../../src/shared/day/workedDays.ts';
import { readWritten } from './writtenDay.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const bandDays = [...weekdays, 'free days'];

/** The file's lines, or its problems. */
export function payrollOf(written: string): string {
  const lines = written.trim().split('\n');
  const said = (rule: RegExp) => lines.flatMap((line) => rule.exec(line)?.slice(1) ?? [])[0];
  const { clock } = readWritten(said(/^(time zone .+)$/) ?? '');
  const steps = /^round to (\d+) minutes, (\w+)$/;
  const template = {
    lines: lines.includes('a line for each day')
      ? 'day'
      : lines.includes('a line for each kind of time')
        ? 'kind'
        : 'person',
    columns: (said(/^columns: (.+)$/) ?? '').split('; ').map(columnOf),
    kinds: lines.flatMap((line) => kindOf(line)),
    rounding_minutes: Number(said(steps) ?? 1),
    rounding: 'nearest',
    separator: said(/^separator (.)$/) === ',' ? ',' : ';',
    decimal_mark: ',',
    dates: said(/^dates (\S+)$/) === 'DD.MM.YYYY' ? 'dd.mm.yyyy' : 'yyyy-mm-dd',
    encoding: lines.includes('encoding windows-1252') ? 'windows-1252' : 'utf-8',
    header: !lines.includes('no header'),
    preamble: said(/^before: (.+)$/) ?? '',
  } satisfies PayrollTemplate;
  const zone = said(/^(time zone .+)$/) ?? '';
  const people = lines.flatMap((line) => personIn(line, zone));
  const { days } = readFreeDays(lines.flatMap((line) => /^free (.+)$/.exec(line)?.slice(1) ?? []).join('\n'));
  const freeDays = new Set(days.flatMap(({ day, is_half }) => (is_half ? [] : day)));
  const { content, problems } = makePayrollFile(template, '2026-10', people, { clock, freeDays });
  if (problems.length === 0) return content.toString().replaceAll('\r\n', '\n').trimEnd();
  return problems.map(({ employee, column, message }) => `${employee}, ${column}: ${message}`).join('\n');
}

function columnOf(text: string) {
  const [, name = '', source = '', , kind = '', unit = 'decimal'] =
    /^(.+)=(\w+)(\((\w+)\))?(?: (h:mm|minutes))?$/.exec(text) ?? [];
  return { name, source, text: kind, unit: unit === 'h:mm' || unit === 'minutes' ? unit : 'decimal' } as const;
}

function kindOf(line: string): TimeKind[] {
  const [, code = '', what = '', from = '', until = '', days = ''] =
    /^kind (\S+): (all|rest|(\d\d:\d\d)-(\d\d:\d\d) (?:on )?(.+))$/.exec(line) ?? [];
  if (code === '') return [];
  const counts = what === 'all' || what === 'rest' ? what : 'band';
  const on = days === 'every day' ? weekdays : days.split(', ');
  return [{ code, name: code, counts, from, until, weekdays: on.map((day) => bandDays.indexOf(day) + 1) }];
}

/** 'Ada 1001: 2026-10-05 08:00-12:00 12:30-17:00, 2026-10-06 22:00-06:00' */
function personIn(line: string, zone: string): PaidPerson[] {
  const [, name = '', number = '', days = ''] = /^(?!kind )(.+) (\d+): (\d.+)$/.exec(line) ?? [];
  if (number === '') return [];
  const events = days.split(', ').flatMap((text) => {
    const [day = '', ...spans] = text.split(' ');
    return spans.flatMap((span) => {
      const [from = '', until = ''] = span.split('-');
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
      return [`${day} ${from} check-in`, `${until > from ? day : next} ${until} check-out`];
    });
  });
  const { events: read, rules } = readWritten([zone, ...events].join('\n'));
  return [{ name, number, department: '', days: workedDays(read, rules) }];
}
