// What another reading of events changes, event by event; and which stay as they are, and why.

import type { Reinterpretation } from '../../../shared/contract/deviceEvents.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import * as s from './Reinterpret.module.css';

/** More are not read one by one. */
const mostShown = 200;

export function Differences({ changes }: Pick<Reinterpretation, 'changes'>) {
  if (changes.length === 0) return null;
  const rest = changes.length - mostShown;
  return (
    <>
      <table className={s.differences}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, mostShown).map(({ event_id, code, employee, local_time, before, after, kept_because }) => (
            <tr key={event_id} className={kept_because ? s.kept : undefined}>
              <th scope="row">
                {employee?.name || code || 'No person'}
                <span className={s.time}>{local_time}</span>
              </th>
              <td>{before}</td>
              <td>
                {kept_because ? <s>{after}</s> : after}
                {kept_because && <span className={s.reason}>Stays: {kept_because}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className={s.muted}>and {groupDigits(rest)} more</p>}
    </>
  );
}
