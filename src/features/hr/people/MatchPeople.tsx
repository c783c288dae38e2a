// Matches employees with the people of a company's HR system. Number or e-mail match most; the rest is proposed or
// chosen here, and people missing on either side are listed.

import { useMemo, useState } from 'react';
import { useTextValue } from '../../../platform/hooks/formState.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useForm } from '../../../platform/hooks/useForm.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { FilteredRecords } from '../../../platform/lists/FilteredRecords.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { LinkTabs } from '../../../platform/ui/data/LinkTabs.tsx';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { type Column, idOf, Table } from '../../../platform/ui/data/Table.tsx';
import { TimeAgo } from '../../../platform/ui/data/TimeAgo.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { SearchSelect } from '../../../platform/ui/filters/SearchSelect.tsx';
import { SearchBox } from '../../../platform/ui/forms/SearchBox.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import type { HrPeople } from '../../../shared/contract/hrConnections.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { matchAddress, matchParams } from '../hrAddresses.ts';
import { detailOf, type EmployeeRow, employeeColumns, listsOf, type PersonRow, personColumns } from './matchList.tsx';
import * as folds from '../../../platform/lists/folds.module.css';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './MatchPeople.module.css';

interface MatchPeopleProps {
  companyId: number;
  /** A system that is chosen above but not saved; the people here are the saved one's. */
  unsavedSystem: string | undefined;
}

export function MatchPeople({ companyId, unsavedSystem }: MatchPeopleProps) {
  const people = useResource('GET /companies/{id}/hr-people', { id: companyId });
  const read = useAction('POST /companies/{id}/hr-people/read');
  if (unsavedSystem) {
    return (
      <Panel title="Match employees">
        <p className={layout.muted}>
          {unsavedSystem} is chosen above and not saved yet. Save the connection first: who is to be matched is shown
          here then.
        </p>
      </Panel>
    );
  }
  return (
    <Panel
      title="Match employees"
      aside={
        people.data?.has_people && (
          <Button
            size="small"
            icon={<Icon name="refresh" />}
            busy={read.busy}
            onClick={() => void read.run({ id: companyId })}
          >
            Read Again
          </Button>
        )
      }
    >
      <div className={layout.stack3}>
        {read.error && <Banner tone="bad">{read.error}</Banner>}
        <ResourceView resource={people} loading="Loading people…" lines={4}>
          {(loaded) => <Matches companyId={companyId} people={loaded} busy={people.loading} />}
        </ResourceView>
      </div>
    </Panel>
  );
}

function Matches({ companyId, people, busy }: { companyId: number; people: HrPeople; busy: boolean }) {
  if (!people.has_people) {
    return <p className={layout.muted}>No matching is needed: {people.connector_name} knows employees by their IDs.</p>;
  }
  if (people.read_at === '') {
    return (
      <EmptyState
        title={`No people have been read from ${people.connector_name} yet`}
        hint="Test the connection first, then choose Read Again. Each sync reads them, too."
      />
    );
  }
  return <MatchLists companyId={companyId} people={people} busy={busy} />;
}

function MatchLists({ companyId, people, busy }: { companyId: number; people: HrPeople; busy: boolean }) {
  const [{ show, q, page }, change] = useListParams(matchParams);
  const lists = useMemo(() => listsOf(people), [people]);
  const [chosen, setChosen] = useState<EmployeeRow>();
  const take = useAction('PUT /companies/{id}/hr-matches');
  const { busy: isTaking, run } = take;
  const system = people.connector_name;
  const columns = useMemo(
    () =>
      employeeColumns(system, {
        onChoose: setChosen,
        busy: isTaking,
        onTake: ({ id, proposed_id }) =>
          void run({ id: companyId, body: { matches: [{ employee_id: id, person_id: proposed_id }] } }),
      }),
    [system, companyId, isTaking, run],
  );
  const tabs = [
    { name: 'unmatched', label: `Not matched (${groupDigits(lists.unmatched.length)})` },
    { name: 'all', label: `All employees (${groupDigits(lists.all.length)})` },
    { name: 'there', label: `Only in ${system} (${groupDigits(lists.there.length)})` },
  ].map((tab) => ({ ...tab, href: matchAddress(companyId, tab.name) }));
  const rows = show === 'all' ? lists.all : lists.unmatched;
  const search = (text: string) => change({ q: text }, { replace: true });
  const paging = { page, busy, onPage: (next: number) => change({ page: next }) };

  return (
    <>
      <p className={layout.muted}>
        {groupDigits(people.people.length)} people read <TimeAgo at={people.read_at} />
      </p>
      <div className={`${layout.row} ${s.tools}`}>
        <LinkTabs label="Lists" tabs={tabs} current={show} />
        <SearchBox label="Search people" value={q} onChange={search} />
      </div>
      {take.error && <Banner tone="bad">{take.error}</Banner>}
      {show === 'there' ? (
        <FilteredRecords
          records={lists.there}
          filter={q}
          kind={peopleKind}
          empty={{ title: `Everybody in ${system} is an employee here` }}
          onClear={() => search('')}
        >
          {(found) => (
            <PagedTable caption={`Only in ${system}`} rows={found} rowKey={rowOf} columns={personColumns} {...paging} />
          )}
        </FilteredRecords>
      ) : (
        <FilteredRecords
          records={rows}
          filter={q}
          kind={employeeKind}
          empty={{ title: show === 'all' ? 'No employees found' : 'Everybody is matched' }}
          onClear={() => search('')}
        >
          {(found) => <PagedTable caption="Employees" rows={found} rowKey={idOf} columns={columns} {...paging} />}
        </FilteredRecords>
      )}
      {chosen && (
        <ChoosePerson companyId={companyId} people={people} employee={chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

const rowOf = ({ row }: PersonRow) => row;

const peopleKind = {
  one: 'person',
  many: 'people',
  textsOf: (person: PersonRow) => [person.name, detailOf(person)],
};
const employeeKind = {
  one: 'employee',
  many: 'employees',
  textsOf: ({ name, employee_id, email, person }: EmployeeRow) => [name, employee_id, email, person?.name ?? ''],
};

interface PagedTableProps<Row> {
  caption: string;
  rows: readonly Row[];
  rowKey(row: Row): number;
  columns: readonly Column<Row>[];
  page: number;
  busy: boolean;
  onPage(page: number): void;
}

const perPage = 50;

/** Pages a list that arrived in one answer. */
function PagedTable<Row>({ rows, page, busy, onPage, ...table }: PagedTableProps<Row>) {
  const lastPage = Math.max(1, Math.ceil(rows.length / perPage));
  const shownPage = Math.min(page, lastPage);
  const pageRows = useMemo(() => rows.slice((shownPage - 1) * perPage, shownPage * perPage), [rows, shownPage]);
  return (
    <>
      <Table {...table} className={folds.folds} rows={pageRows} busy={busy} />
      <Pager page={shownPage} lastPage={lastPage} busy={busy} onPage={onPage} />
    </>
  );
}

interface ChoosePersonProps {
  companyId: number;
  people: HrPeople;
  employee: EmployeeRow;
  onClose(): void;
}

/** Matches by hand, which overrides number and e-mail. */
function ChoosePerson({ companyId, people, employee, onClose }: ChoosePersonProps) {
  const save = useAction('PUT /companies/{id}/hr-matches', { whileOpen: onClose });
  const form = useForm({
    initial: { person_id: employee.person_id },
    rules: {},
    send: async ({ person_id }) => {
      const matches = [{ employee_id: employee.id, person_id }];
      const outcome = await save.run({ id: companyId, body: { matches } });
      // The server's error names a row; there is only one here.
      return outcome.ok ? outcome : { ok: false, fields: { person_id: Object.values(outcome.fields)[0] } };
    },
    action: save,
  });
  return (
    <FormDialog title={`Match ${employee.name}`} submitLabel="Save Match" form={form} onClose={onClose}>
      <p>
        Records of <bdi>{employee.name}</bdi>, {employee.employee_id}, go to this person in {people.connector_name}.
      </p>
      <div className={s.choice}>
        <PersonField people={people} employee={employee} />
      </div>
    </FormDialog>
  );
}

function PersonField({ people, employee }: { people: HrPeople; employee: EmployeeRow }) {
  const { value, change, error } = useTextValue('person_id');
  const owners = new Map(people.employees.map(({ person_id, name }) => [person_id, name]));
  const options = people.people.map((person) => {
    const owner = person.id === employee.person_id ? undefined : owners.get(person.id);
    const detail = [detailOf(person), owner && `matched with ${owner}`].filter(Boolean).join(' · ');
    return { value: person.id, label: person.name || person.id, detail };
  });
  return (
    <SearchSelect
      label={`Person in ${people.connector_name}`}
      value={value}
      allLabel={employee.matched_by === 'chosen' ? 'No choice: match by the rule' : 'No one chosen'}
      options={options}
      error={error}
      onChange={change}
    />
  );
}
