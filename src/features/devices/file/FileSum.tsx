// What the lines of a file are, and what becomes of those that are new.

import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { plural } from '../../../shared/words/plural.ts';
import { outcomeName } from '../words.ts';
import type { Sum } from './sumOf.ts';
import * as s from './FileDialog.module.css';

interface FileSumProps {
  sum: Sum;
  isDone: boolean;
  /** The first day whose events count; empty: the day before the controller was added. */
  countsFrom: string;
}

const namedAtMost = 20;
const linesAtMost = 200;

export function FileSum({ sum, isDone, countsFrom }: FileSumProps) {
  const days = [...sum.days].sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const rows: [string, string][] = [
    ['People', groupDigits(sum.codes.size)],
    ['Days', days.length > 0 ? `${groupDigits(days.length)}, ${first} to ${last}` : '0'],
    ['Known already', groupDigits(sum.known)],
    [isDone ? 'New check-ins' : 'Check-ins to add', groupDigits(sum.checkIns)],
    [isDone ? 'New check-outs' : 'Check-outs to add', groupDigits(sum.checkOuts)],
    ...[...sum.notTaken].map(([outcome, events]): [string, string] => [outcomeName(outcome), groupDigits(events)]),
    ['Unknown codes', some([...sum.unknownCodes].sort())],
  ];
  return (
    <div role="status" className={s.parts}>
      <dl className={s.sum}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sum.notTaken.has('implausible_time') && (
        <p>
          Punches of an implausible time are not stored. Its events count{' '}
          {countsFrom ? `from ${countsFrom}` : 'from the day before the controller was added'}: for older ones, change
          that in the rules first.
        </p>
      )}
      {sum.unreadable.length > 0 && (
        <section aria-label="Lines that cannot be read">
          <p>{plural(sum.unreadable.length, 'line')} cannot be read, and will not be stored:</p>
          <ul>
            {sum.unreadable.slice(0, linesAtMost).map(({ line, reason }) => (
              <li key={line}>
                Line {groupDigits(line)}: {reason}
              </li>
            ))}
            {sum.unreadable.length > linesAtMost && (
              <li>… and {groupDigits(sum.unreadable.length - linesAtMost)} more</li>
            )}
          </ul>
        </section>
      )}
    </div>
  );
}

function some(codes: readonly string[]): string {
  if (codes.length === 0) return 'None';
  const more = codes.length > namedAtMost ? `, and ${groupDigits(codes.length - namedAtMost)} more` : '';
  return `${groupDigits(codes.length)}: ${codes.slice(0, namedAtMost).join(', ')}${more}`;
}
