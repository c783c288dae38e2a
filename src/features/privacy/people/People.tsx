// Everybody of whom something is stored, also who was deleted or erased: what is stored, holds, and the erasure.

import { useState } from 'react';
import { personStates, type PrivatePerson } from '../../../shared/contract/entities/privacy.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useExistingPage } from '../../../platform/lists/useExistingPage.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { useSettled } from '../../../platform/hooks/useSettled.ts';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { SearchBox } from '../../../platform/ui/filters/SearchBox.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { stateName } from '../words.ts';
import { peopleArgs, peopleParams } from './list.ts';
import { type PersonAction, PersonDialog } from './PersonDialog.tsx';
import { PersonRow } from './PersonRow.tsx';
import * as rows from '../rows.module.css';
import * as s from './People.module.css';

const kinds = [
  { value: 'employees', label: 'Employees' },
  { value: 'users', label: 'Users' },
];
const states = [{ value: '', label: 'All' }, ...personStates.map((value) => ({ value, label: stateName(value) }))];

/** In milliseconds. */
const typingPause = 150;

export function People() {
  const [params, change] = useListParams(peopleParams);
  const { page, kind, state, q } = params;
  const found = useRemembered('GET /privacy/people', peopleArgs({ ...params, q: useSettled(q, typingPause) }));
  const list = useExistingPage(found, page, change, q !== '');
  const [opened, setOpened] = useState<{ action: PersonAction; person: PrivatePerson }>();
  return (
    <Panel title="People">
      <div role="search" aria-label="People" className={s.filters}>
        <SearchBox label="Search people" value={q} onChange={(text) => change({ q: text }, { replace: true })} />
        <FilterSelect label="Kind" value={kind} options={kinds} onChange={(value) => change({ kind: value })} />
        <FilterSelect label="State" value={state} options={states} onChange={(value) => change({ state: value })} />
      </div>
      <ResourceView resource={list} skeleton={<LineSkeleton label="Loading people…" lines={10} />}>
        {({ data, last_page }) =>
          data.length === 0 ? (
            <EmptyState title={state === 'erased' && !q ? 'Nobody was erased yet' : 'Nobody found'} />
          ) : (
            <>
              <ul aria-label="People" aria-busy={found.loading} className={rows.rows}>
                {data.map((person) => (
                  <PersonRow
                    key={`${person.kind} ${person.id}`}
                    person={person}
                    onOpen={(action) => setOpened({ action, person })}
                  />
                ))}
              </ul>
              <Pager page={page} lastPage={last_page} busy={found.loading} onPage={(next) => change({ page: next })} />
            </>
          )
        }
      </ResourceView>
      {opened && <PersonDialog {...opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
}
