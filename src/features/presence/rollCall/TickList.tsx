// Lists everybody in large rows: a press anywhere in a row ticks the person. A search covers everybody.

import clsx from 'clsx';
import { memo, useState } from 'react';
import { ViewSwitch } from '../../../platform/ui/data/ViewSwitch.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { SearchBox } from '../../../platform/ui/forms/SearchBox.tsx';
import { usePrinting } from '../../../platform/ui/layout/PrintNote.tsx';
import type { RollCallPerson } from '../../../shared/contract/presence.ts';
import { textMatcher } from '../../../shared/contract/searchText.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { clockTime } from '../../../shared/words/time.ts';
import { stateSince } from '../words.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './TickList.module.css';

type View = 'expected' | 'missing' | 'everyone';

const isShown: Record<View, (person: RollCallPerson) => boolean> = {
  expected: ({ state, is_ticked }) => state === 'in' || is_ticked,
  missing: ({ state, is_ticked }) => state === 'in' && !is_ticked,
  everyone: () => true,
};

/** More than anybody scrolls through. A printed list has all. */
const mostShown = 1_000;

interface TickListProps {
  people: readonly RollCallPerson[];
  /** The day on which the roll call began. */
  day: string;
  onTick(person: RollCallPerson, isTicked: boolean): void;
}

export function TickList({ people, day, onTick }: TickListProps) {
  const [view, setView] = useState<View>('expected');
  const [q, setQuery] = useState('');
  const most = usePrinting() ? Infinity : mostShown;
  const matches = textMatcher(q);
  const listed =
    q.trim() === ''
      ? people.filter(isShown[view])
      : people.filter(({ employee: { name, employee_id } }) => matches([name, employee_id]));
  const option = (value: View, words: string) => ({
    value,
    label: `${words} (${groupDigits(people.filter(isShown[value]).length)})`,
  });
  return (
    <>
      <div className={`${layout.wrap} ${layout.screenOnly} ${s.tools}`}>
        <ViewSwitch
          options={[option('expected', 'Expected'), option('missing', 'Not Ticked'), option('everyone', 'Everyone')]}
          value={view}
          onChange={(next) => setView(next)}
        />
        <SearchBox label="Search everyone" value={q} onChange={setQuery} />
      </div>
      {listed.length === 0 ? (
        <EmptyState icon="employees" {...emptyWords(q, view)} />
      ) : (
        <ul aria-label="People" className={`${layout.list} ${layout.box} ${s.people}`}>
          {listed.slice(0, most).map((person) => (
            <Person key={person.employee.id} person={person} day={day} onTick={onTick} />
          ))}
        </ul>
      )}
      {listed.length > most && <p>{groupDigits(listed.length - most)} more: search to find them.</p>}
    </>
  );
}

function emptyWords(q: string, view: View): { title: string; hint?: string } {
  if (q) return { title: 'No one found' };
  if (view === 'missing') return { title: 'Everybody who was expected is ticked' };
  return { title: 'According to the controllers, no one was in', hint: 'Search for a person, or choose Everyone' };
}

interface PersonProps extends Pick<TickListProps, 'day' | 'onTick'> {
  person: RollCallPerson;
}

const Person = memo(function Person({ person, day, onTick }: PersonProps) {
  const { employee, site, is_ticked, ticked_by, ticked_at } = person;
  const details = [stateSince(person, day), site, employee.department].filter(Boolean).join(' · ');
  return (
    <li className={layout.ruled}>
      <label className={clsx(s.person, is_ticked && s.ticked)}>
        <input
          type="checkbox"
          className={s.box}
          checked={is_ticked}
          onChange={(event) => onTick(person, event.target.checked)}
        />
        <span className={s.words}>
          <span className={s.name}>
            {employee.name} <span className={s.number}>{employee.employee_id}</span>
          </span>
          <span className={layout.muted}>
            {details}
            {is_ticked && ticked_at && ` · ticked ${clockTime(ticked_at)} by ${ticked_by}`}
          </span>
        </span>
      </label>
    </li>
  );
});
