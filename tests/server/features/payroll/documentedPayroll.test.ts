// The examples in docs/payroll.md are the files really made, presets have no problems, and the minutes of each kind
// equal an oracle's that walks through every minute.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makePayrollFile, type PaidPerson } from '../../../../server/features/payroll/payrollFile.ts';
import { createTimeKinds } from '../../../../server/features/payroll/timeKinds.ts';
import { clockIn, daysAfter, instantOf, timeOf } from '../../../../server/platform/time/clock.ts';
import { type PayrollTemplate, storedTemplateRules, type TimeKind } from '../../../../src/shared/contract/payroll.ts';
import { payrollPresets } from '../../../../src/shared/contract/payrollPresets.ts';
import { validate } from '../../../../src/shared/contract/validate.ts';
import { readFreeDays } from '../../../../src/shared/day/freeDays.ts';
import { workedDays } from '../../../../src/shared/day/workedDays.ts';
import { readWritten } from '../../../support/people/writtenDay.ts';

const document = readFileSync('docs/payroll.md', 'utf8');
const examples = [...document.matchAll(/^```payroll\n([\s\S]*?)\n\n([\s\S]*?)\n```$/gm)].map(
  ([, written = '', file = '']) => ({ written, file }),
);

test.each(examples)('$written', ({ written, file }) => {
  expect(payrollOf(written)).toBe(file);
});

test('every example has a template and a file', () => {
  expect(examples.length).toBe(document.split('```payroll').length - 1);
});

test.each(Object.entries(payrollPresets))('the preset %s is a sound template, and named in the docs', (_, preset) => {
  const template = { ...preset.template, mail_day: 0, mail_to: '' };
  expect(validate(storedTemplateRules, template)).toEqual({});
  expect(document).toContain(`| ${preset.name.split(',')[0]} |`);
});

test('the preset of LODAS makes a file with its three sections', () => {
  const days = [...workedOn('2026-10-05', 8 * 60)];
  const person = { number: '1001', name: 'Jörg', department: '', days };
  const { lodas } = payrollPresets;
  if (!lodas) throw new Error('No such preset');
  const { content } = makePayrollFile(lodas.template, '2026-10', [person], { clock: berlin, freeDays: new Set() });
  expect(content.toString('latin1').split('\r\n').slice(-4)).toEqual([
    '1;u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;bs_wert_butab#bwd;bs_nr#bwd;la_eigene#bwd;pnr#bwd;',
    '[Bewegungsdaten]',
    '1;01.10.2026;8,00;1;100;1001;',
    '',
  ]);
});

const berlin = clockIn('Europe/Berlin');

function workedOn(day: string, minutes: number) {
  const at = Date.parse(`${day}T06:00:00Z`);
  return daysOf([{ from: at, until: at + minutes * 60_000 }]);
}

function daysOf(spans: readonly { from: number; until: number }[], clock = berlin) {
  const { dayOf } = clock.workingDays;
  const event = (id: number, at: number, direction: 'in' | 'out') => ({
    ...{ id, at, direction },
    day: dayOf(instantOf(new Date(at))),
  });
  const events = spans.flatMap(({ from, until }, index) => [
    event(2 * index, from, 'in'),
    event(2 * index + 1, until, 'out'),
  ]);
  return workedDays(events, { repeatSeconds: 0, now: Date.parse('2027-01-01'), today: '2027-01-01', hours: 'pairs' });
}

/** Zones whose clocks go back at three o'clock, at midnight, and by half an hour. */
const zones = ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe'];

test.each(zones)('minutes of kinds equal those of an oracle, over a year with two clock changes: %s', (zone) => {
  const where = clockIn(zone);
  let seed = 20_260_101;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const band = (code: string, from: string, until: string, weekdays: number[]): TimeKind => ({
    ...{ code, name: code, counts: 'band', from, until },
    weekdays,
  });
  const kinds: TimeKind[] = [
    band('night', '22:00', '06:00', [1, 2, 3, 4, 5, 6, 7]),
    band('sunday', '00:00', '00:00', [7]),
    band('free', '00:00', '00:00', [8]),
    band('freeNight', '21:00', '05:00', [7, 8]),
    ...[0, 1, 2].map((each) => band(`band${each}`, clock(random(1440)), clock(random(1440)), [1 + random(7), 6])),
    // Bands that begin or end in the hour that occurs twice or not at all.
    band('early', '00:30', '02:40', [6, 7]),
    band('late', '23:20', '01:45', [6, 7]),
    { ...band('rest', '', '', []), counts: 'rest' },
    { ...band('all', '', '', []), counts: 'all' },
  ];
  const spans = Array.from({ length: 365 }, (_, day) => {
    const from = timeOf(where.startOf(daysAfter('2026-01-01', day))) + (random(600) - 300) * 60_000;
    return { from, until: from + (30 + random(800)) * 60_000 };
  });
  const freeDays = new Set(['2026-01-01', '2026-03-29', '2026-04-03', '2026-10-25', '2026-12-31']);
  const minutesOf = createTimeKinds(kinds, { clock: where, freeDays });
  for (const worked of daysOf(spans, where)) {
    const expected = new Map(kinds.map(({ code }) => [code, 0]));
    const add = (code: string) => expected.set(code, (expected.get(code) ?? 0) + 1);
    for (const pair of worked.pairs)
      for (let at = pair.in.at; at < pair.out.at; at += 60_000) {
        const wall = where.wallClock(instantOf(new Date(at)));
        const inBands = kinds.filter((kind) => kind.counts === 'band' && isIn(kind, wall, freeDays));
        for (const { code } of inBands) add(code);
        if (inBands.length === 0) add('rest');
        add('all');
      }
    expect(minutesOf(worked), worked.day).toEqual(expected);
  }
});

/** Whether a band applies, by the wall clock alone: from its start until midnight, or from midnight of the next day. */
function isIn({ from, until, weekdays }: TimeKind, wall: string, freeDays: ReadonlySet<string>): boolean {
  const [day, time] = [wall.slice(0, 10), wall.slice(11, 16)];
  const begins = (date: string) =>
    weekdays.includes(new Date(date).getUTCDay() || 7) || (freeDays.has(date) && weekdays.includes(8));
  if (until > from) return time >= from && time < until && begins(day);
  return (time >= from && begins(day)) || (time < until && begins(daysAfter(day, -1)));
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const bandDays = [...weekdays, 'free days'];

// A payroll template and people as text, the way the examples are written. A column is 'Header=source'; a kind of time
// has its code: 'Night=time(N) h:mm'.

/** The file's lines, or its problems. */
function payrollOf(written: string): string {
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

/** Reads a line such as 'Ada 1001: 2026-10-05 08:00-12:00 12:30-17:00, 2026-10-06 22:00-06:00'. */
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
