// Days as text, for tests and for the examples of docs/day.md:
//
//   the day begins at 04:00
//   2026-11-20 22:00 check-in
//   2026-11-21 02:00 check-out, set aside
//   2026-11-21 06:00 check-out
//
// A line is a rule or an event. An event may have several remarks, each after a comma. A passage is an event of a
// reader with the rule 'first in, last out'.

import { readPerson } from '../../../server/features/devices/interpret/readPerson.ts';
import {
  type Clock,
  clockIn,
  dateOf,
  instantAt,
  instantOf,
  type WorkingDays,
} from '../../../server/platform/time/clock.ts';
import type { DayEvent, DayRules, Direction, WorkedDay } from '../../../src/shared/day/types.ts';
import { workedDays } from '../../../src/shared/day/workedDays.ts';
import { noLimits } from '../../../src/shared/day/workingTimeLaws.ts';
import { exceptionName } from '../../../src/shared/words/exceptionWords.ts';

interface Written {
  readonly clock: Clock;
  readonly calendar: WorkingDays;
  readonly events: readonly DayEvent[];
  readonly rules: DayRules;
}

const directions: Readonly<Record<string, Direction>> = {
  'check-in': 'in',
  'check-out': 'out',
  punch: 'unknown',
  passage: 'unknown',
};

export function readWritten(text: string): Written {
  const lines = text.trim().split('\n');
  const said = (rule: RegExp) => lines.flatMap((line) => rule.exec(line)?.slice(1) ?? [])[0];
  const clock = clockIn(said(/^time zone (\S+)$/) ?? 'UTC', said(/^the day begins at (\d\d:\d\d)$/));
  const calendar = clock.workingDays;
  const employedFrom = said(/^employed from (\S+)$/);
  const employedUntil = said(/^employed until (\S+)$/);
  const minutes = (text = '0:00') => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1]);
  const breaks = lines.flatMap((line) => /^break (\S+) over (\S+)$/.exec(line)?.slice(1) ?? []);
  const limits = {
    ...noLimits,
    rest_minutes: minutes(said(/^rest at least (\S+)$/)),
    longest_day_minutes: minutes(said(/^at most (\S+) a day$/)),
    breaks: breaks.flatMap((text, index) =>
      index % 2 === 0 ? { break_minutes: minutes(text), over_minutes: minutes(breaks[index + 1]) } : [],
    ),
    break_part_minutes: minutes(said(/^breaks of at least (\S+)$/)),
    days_in_row: Number(said(/^at most (\d+) days in a row$/) ?? 0),
  };
  const now = instantIn(said(/^now (.+)$/) ?? '2026-12-31 12:00', clock);
  return {
    clock,
    calendar,
    events: readPassages(
      lines.filter((line) => /^\d/.test(line)).map((line, index) => eventOf(line, index + 1, clock, calendar)),
      calendar,
    ),
    rules: {
      hours: lines.includes('hours from first to last') ? 'first_last' : 'pairs',
      repeatSeconds: Number(said(/^repeated within (\d+) seconds$/) ?? 60),
      limits,
      now,
      today: calendar.dayOf(instantOf(new Date(now))),
      ...(employedFrom && { employedFrom }),
      ...(employedUntil && { employedUntil }),
    },
  };
}

/** One line for each day, such as '2026-11-20: in 08:00, out 17:00, worked 8:30, break 0:30'. */
export function computed(text: string): string {
  const { clock, events, rules } = readWritten(text);
  const timeOf = ({ at }: DayEvent) => clock.wallClock(instantOf(new Date(at))).slice(11, 16);
  return workedDays(events, rules)
    .map((day) => `${day.day}: ${summaryOf(day, timeOf)}`)
    .join('\n');
}

function summaryOf(day: WorkedDay, timeOf: (event: DayEvent) => string): string {
  const facts = [
    day.firstIn && `in ${timeOf(day.firstIn)}`,
    day.lastOut && `out ${timeOf(day.lastOut)}`,
    `worked ${hours(day.workedMinutes)}`,
    day.breakMinutes > 0 && `break ${hours(day.breakMinutes)}`,
    day.open && 'still open',
    ...day.exceptions.map(({ kind, event }) => `${exceptionName(kind)} (${timeOf(event)})`),
  ];
  return facts.filter(Boolean).join(', ');
}

function eventOf(line: string, id: number, clock: Clock, calendar: WorkingDays): DayEvent {
  const [, time = '', word = '', rest = ''] = /^(\S+ \S+) ([\w-]+)(.*)$/.exec(line) ?? [];
  const direction = directions[word];
  if (!direction) throw new Error(`Not an event: ${line}`);
  const at = instantIn(time, clock);
  const [, arrived] = /, arrived ([^,]+)/.exec(rest) ?? [];
  return {
    id,
    at,
    day: calendar.dayOf(instantOf(new Date(at))),
    direction,
    arrivedAt: arrived === undefined ? at : instantIn(arrived, clock),
    guessedBy: word === 'passage' ? 'first_last' : '',
    isManual: rest.includes(', added by hand'),
    isSetAside: rest.includes(', set aside'),
    isLongShift: rest.includes(', as it is'),
  };
}

/** Gives passages the directions that the intake of devices would read. */
function readPassages(events: readonly DayEvent[], { dayOf }: WorkingDays): DayEvent[] {
  const placed = events.map((event) => ({ event, occurredAt: instantOf(new Date(event.at)) }));
  const [guessed, said] = [true, false].map((isGuess) =>
    placed.filter(({ event }) => (event.guessedBy === 'first_last') === isGuess),
  );
  const readings = readPerson({
    passes: (guessed ?? []).map(({ event, occurredAt }) => ({
      key: String(event.id),
      controllerId: 1,
      code: '',
      number: event.id,
      occurredAt,
      direction: '',
      reader: '',
      directionRule: 'first_last',
      ruledDirection: '',
      repeatSeconds: 0,
      setAside: undefined,
    })),
    others: (said ?? []).flatMap(({ event, occurredAt }) =>
      event.isSetAside
        ? []
        : {
            id: event.id,
            controllerId: 2,
            code: '',
            occurredAt,
            type: event.direction === 'in' ? 'check-in' : 'check-out',
          },
    ),
    dayOf,
  });
  const types = new Map([...readings].map(([{ number }, reading]) => [number, 'type' in reading ? reading.type : '']));
  return events.map((event) => {
    const type = types.get(event.id);
    return type ? { ...event, direction: type === 'check-in' ? 'in' : 'out' } : event;
  });
}

/** Reads '2026-11-20 08:00', with optional seconds and offset. */
function instantIn(text: string, clock: Clock): number {
  const [, day = '', minutes = '', seconds = '', offset = ''] =
    /^(\S{10}) (\d\d:\d\d)(:\d\d)?([+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (offset) return Date.parse(`${day}T${minutes}${seconds}${offset}`);
  return dateOf(instantAt(clock, day, minutes)).getTime() + Number(seconds.slice(1)) * 1_000;
}

const hours = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
