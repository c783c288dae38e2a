// Shows what becomes of personal data: how long it is kept, what must be kept, and whose data is stored or was erased.

import { useState } from 'react';
import { paths } from '../../platform/boot/paths.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { FilterRow } from '../../platform/lists/FilterRow.tsx';
import { PagedList } from '../../platform/lists/PagedList.tsx';
import { useList } from '../../platform/lists/useList.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { LinkTabs } from '../../platform/ui/data/LinkTabs.tsx';
import { ListRow } from '../../platform/ui/data/ListRow.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { SearchBox } from '../../platform/ui/forms/SearchBox.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { lazyPart } from '../../platform/ui/lazyPart.tsx';
import { ConfirmCall } from '../../platform/ui/overlays/Confirm.tsx';
import { DialogButton } from '../../platform/ui/overlays/DialogButton.tsx';
import {
  type LegalHold,
  type PersonKind,
  type PrivatePerson,
  personStates,
  calls as privacyCalls,
} from '../../shared/contract/privacy.ts';
import { readQuery } from '../../shared/contract/queries.ts';
import { addressOf } from '../../shared/words/address.ts';
import { shortMoment } from '../../shared/words/moment.ts';
import { useMayErase } from './erase/useMayErase.ts';
import { PersonalDataPart } from './report/PersonalDataPart.ts';
import { Retention } from './retention/Retention.tsx';
import { kindName, stateName } from './words.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './people/People.module.css';

const screenParams = { part: '' };

const tabs = [
  { name: '', label: 'Retention', href: paths.privacy },
  { name: 'holds', label: 'Legal Holds', href: addressOf(paths.privacy, { part: 'holds' }) },
  { name: 'people', label: 'People', href: addressOf(paths.privacy, { part: 'people' }) },
];

export default function PrivacyScreen() {
  const [{ part }] = useListParams(screenParams);
  const current = tabs.some(({ name }) => name === part) ? part : '';
  return (
    <>
      <ScreenHeader
        title="Privacy"
        subtitle="How long personal data is kept, and what is erased"
        actions={<LinkTabs label="Parts of Privacy" tabs={tabs} current={current} />}
      />
      {current === '' && <Retention />}
      {current === 'holds' && <Holds />}
      {current === 'people' && <People />}
    </>
  );
}

// Lists everybody whose data is stored, including deleted and erased people, with holds and the erasure.

const ErasePart = lazyPart('The erasure', () => import('./erase/EraseDialog.tsx'));

const kinds = [
  { value: 'employees', label: 'Employees' },
  { value: 'users', label: 'Users' },
];
const states = [{ value: '', label: 'All' }, ...personStates.map((value) => ({ value, label: stateName(value) }))];

function People() {
  const { list, pages, params, change } = useList(peopleList);
  const { kind, state, q } = params;
  const [opened, setOpened] = useState<{ action: PersonAction; person: PrivatePerson }>();
  const close = () => setOpened(undefined);
  return (
    <Panel title="People">
      <FilterRow label="People" className={s.filters} isSet={state !== '' || kind !== 'employees'}>
        <SearchBox label="Search people" value={q} onChange={(text) => change({ q: text }, { replace: true })} />
        <FilterSelect label="Kind" value={kind} options={kinds} onChange={(value) => change({ kind: value })} />
        <FilterSelect label="State" value={state} options={states} onChange={(value) => change({ state: value })} />
      </FilterRow>
      <PagedList
        {...pages}
        loading="Loading people…"
        lines={10}
        empty={<EmptyState title={state === 'erased' && !q ? 'No one has been erased yet' : 'No one found'} />}
      >
        {({ data }) => (
          <ul aria-label="People" aria-busy={list.loading} className={layout.list}>
            {data.map((person) => (
              <PersonRow
                key={`${person.kind} ${person.id}`}
                person={person}
                onOpen={(action) => setOpened({ action, person })}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {/* Outside the list, so that it stays when a new answer lacks the person. */}
      {opened?.action === 'hold' && (
        <HoldPart subject={{ ...opened.person, kind: kindOf(opened.person) }} onClose={close} />
      )}
      {opened?.action === 'erase' && <ErasePart kind={kindOf(opened.person)} person={opened.person} onClose={close} />}
    </Panel>
  );
}

const reportCalls = {
  employees: 'GET /employees/{id}/personal-data',
  users: 'GET /users/{id}/personal-data',
} as const;

const tones: Readonly<Record<string, 'good' | 'warning'>> = { active: 'good', erased: 'warning' };

/** Shows a person, their state, and what can be done. */
function PersonRow({ person, onOpen }: { person: PrivatePerson; onOpen(action: PersonAction): void }) {
  const canCall = useCanCall();
  const mayErase = useMayErase();
  const { name, detail, company, state, is_held } = person;
  const kind = kindOf(person);
  return (
    <ListRow
      title={name}
      end={
        <>
          {is_held && <Badge tone="accent">Legal hold</Badge>}
          <Badge tone={tones[state] ?? 'neutral'}>{stateName(state)}</Badge>
          <span className={layout.wrap}>
            {canCall(reportCalls[kind]) && (
              <DialogButton size="small" aria-label={`Personal data of ${name}`} label="Personal Data">
                {(close) => <PersonalDataPart kind={kind} person={person} onClose={close} />}
              </DialogButton>
            )}
            {canCall('POST /legal-holds') && (
              <Button size="small" aria-label={`Place a legal hold on ${name}`} onClick={() => onOpen('hold')}>
                Hold
              </Button>
            )}
            {mayErase(kind, state === 'deleted') && state !== 'erased' && (
              <Button size="small" aria-label={`Erase ${name}`} onClick={() => onOpen('erase')}>
                Erase
              </Button>
            )}
          </span>
        </>
      }
    >
      <p className={layout.muted}>{[detail, company?.name].filter(Boolean).join(' · ')}</p>
    </ListRow>
  );
}

type PersonAction = 'hold' | 'erase';

const kindOf = ({ kind }: PrivatePerson): PersonKind => (kind === 'users' ? 'users' : 'employees');

const peopleList = listCall(
  'GET /privacy/people',
  { part: '', page: 1, kind: 'employees', state: '', q: '' },
  ({ part: _, ...params }) => ({
    query: readQuery(privacyCalls['GET /privacy/people'].query, { ...params, per_page: 50 }),
  }),
);

// Legal holds: records that are kept despite retention rules and requests for erasure.

function Holds() {
  const holds = useResource('GET /legal-holds', {});
  const canCall = useCanCall();
  const [ending, setEnding] = useState<LegalHold>();
  const add = canCall('POST /legal-holds') && (
    <DialogButton kind="primary" icon={<ActionIcon name="plus" />} label="Place Legal Hold">
      {(close) => <HoldPart onClose={close} />}
    </DialogButton>
  );
  return (
    <Panel title="Legal holds" aside={add}>
      <ResourceView resource={holds} loading="Loading legal holds…" lines={5}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon="lock"
              title="No legal holds"
              hint="A legal hold keeps the data of a company, an employee or a user from being removed or erased, as long as a case needs it."
            />
          ) : (
            <ul aria-label="Legal holds" className={layout.list}>
              {list.map((hold) => (
                <ListRow
                  key={hold.id}
                  title={nameOf(hold)}
                  end={
                    canCall('DELETE /legal-holds/{id}') && (
                      <Button size="small" aria-label={`End hold on ${nameOf(hold)}`} onClick={() => setEnding(hold)}>
                        End
                      </Button>
                    )
                  }
                >
                  <LongText>{hold.reason}</LongText>
                  <p className={layout.muted}>
                    {kindName(hold.kind)}, held by {hold.author} since {shortMoment(hold.created_at)}
                  </p>
                </ListRow>
              ))}
            </ul>
          )
        }
      </ResourceView>
      {ending && (
        <ConfirmCall
          call="DELETE /legal-holds/{id}"
          args={{ id: ending.id }}
          title="End Legal Hold"
          message={`End the legal hold on ${nameOf(ending)}? The retention rules apply again from the next run of the daily job, and the data can be erased.`}
          confirmLabel="End Hold"
          tone="danger"
          onClose={() => setEnding(undefined)}
        />
      )}
    </Panel>
  );
}

const nameOf = ({ kind, name, company }: LegalHold) =>
  kind === 'employees' && company ? `${name} · ${company.name}` : name;

/** Loads when it is opened. */
const HoldPart = lazyPart('The form', () => import('./HoldDialog.tsx'));
