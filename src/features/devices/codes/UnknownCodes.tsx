// Codes that devices send but no employee has. Assigning one also gives its past events to the employee.

import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';
import { useOffered } from '../../../platform/hooks/useOffered.ts';
import { CompanyChip } from '../../../platform/lists/CompanyChip.tsx';
import { PagedList } from '../../../platform/lists/PagedList.tsx';
import { useList } from '../../../platform/lists/useList.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { type Column, idOf, Table } from '../../../platform/ui/data/Table.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { Chip } from '../../../platform/ui/filters/Chip.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { Menu } from '../../../platform/ui/overlays/Menu.tsx';
import { calls as codesCalls, type UnknownCode } from '../../../shared/contract/codes.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { moment } from '../../../shared/words/moment.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { ListTabs } from '../ListTabs.tsx';
import { AssignCodePart, useMayAssignCode } from './codeParts.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './UnknownCodes.module.css';

export default function UnknownCodes() {
  const { list, pages, params, change } = useList(codesList);
  const { company_id, access_controller_id } = params;
  const mayAssign = useMayAssignCode();
  const mayAdd = useCanCall()('POST /employees');
  const [assigning, setAssigning] = useState<CodeRow>();
  const columns = useMemo(
    () => columnsFor({ hasCompany: company_id === '', mayAdd, onAssign: mayAssign ? setAssigning : undefined }),
    [company_id, mayAdd, mayAssign],
  );
  // The table needs ids, which codes do not have.
  const rows = useMemo(() => list.data?.data.map((code, id) => ({ ...code, id })) ?? [], [list.data]);
  const isNarrow = company_id !== '' || access_controller_id !== '';

  return (
    <>
      <ScreenHeader
        title="Unknown Codes"
        subtitle="What devices call people whom Rollcall does not know"
        count={list.data?.total}
        actions={<ListTabs current="codes" />}
      />
      <div className={layout.stack3}>
        <div role="search" aria-label="Filters" className={layout.wrap}>
          <CompanyChip
            value={company_id}
            onChange={(chosen) => change({ company_id: chosen, access_controller_id: '' })}
          />
          {access_controller_id && (
            <ControllerChip id={access_controller_id} onRemove={() => change({ access_controller_id: '' })} />
          )}
        </div>
        <PagedList
          {...pages}
          loading="Loading codes…"
          rows={8}
          empty={
            <EmptyState
              icon="check"
              title="Every code is known"
              hint="A code that a device sends appears here if no employee has it."
              action={
                isNarrow && (
                  <Button onClick={() => change({ company_id: '', access_controller_id: '' })}>Show All Codes</Button>
                )
              }
            />
          }
        >
          {() => (
            <Table dense caption="Unknown codes" rows={rows} rowKey={idOf} columns={columns} busy={list.loading} />
          )}
        </PagedList>
      </div>
      {assigning && <AssignCodePart {...assigning} onClose={() => setAssigning(undefined)} />}
    </>
  );
}

function ControllerChip({ id, onRemove }: { id: string; onRemove(): void }) {
  const { data } = useOffered('GET /access-controllers/{id}', { id });
  return (
    <Chip label="Device" value={data?.name ?? id} onRemove={onRemove}>
      {() => 'Only codes that this device sent are shown.'}
    </Chip>
  );
}

interface CodeRow extends UnknownCode {
  readonly id: number;
}

interface Shown {
  /** False while one company is chosen. */
  hasCompany: boolean;
  mayAdd: boolean;
  /** Undefined for users who may not assign codes. */
  onAssign: ((row: CodeRow) => void) | undefined;
}

function columnsFor({ hasCompany, mayAdd, onAssign }: Shown): readonly Column<CodeRow>[] {
  const hidden = [...(hasCompany ? [] : ['company']), ...(onAssign || mayAdd ? [] : ['actions'])];
  const columns: readonly Column<CodeRow>[] = [
    { id: 'code', header: 'Code', rowHeader: true, className: s.code, cell: ({ code }) => code },
    {
      id: 'events',
      header: 'Events',
      align: 'end',
      className: s.events,
      phone: 'end',
      cell: ({ events }) => <Count events={events} />,
    },
    { id: 'first', header: 'First', className: s.time, phone: 'hidden', cell: ({ first_at }) => moment(first_at) },
    { id: 'last', header: 'Last', className: s.last, phone: 'below', cell: ({ last_at }) => moment(last_at) },
    { id: 'where', header: 'Where', phone: 'last', cell: ({ controllers }) => controllers },
    { id: 'company', header: 'Company', className: s.company, phone: 'hidden', cell: ({ company }) => company.name },
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      screenOnly: true,
      className: s.actions,
      phone: 'belowEnd',
      cell: (row) => <CodeActions row={row} mayAdd={mayAdd} onAssign={onAssign && (() => onAssign(row))} />,
    },
  ];
  return columns.filter(({ id }) => !hidden.includes(id));
}

/** The unit is for phones, where the header is hidden. */
const Count = ({ events }: Pick<UnknownCode, 'events'>) => (
  <>
    {groupDigits(events)}
    <span className={s.unit}> {events === 1 ? 'event' : 'events'}</span>
  </>
);

interface CodeActionsProps {
  row: UnknownCode;
  mayAdd: boolean;
  onAssign: (() => void) | undefined;
}

/** Actions on an unknown code: buttons, or a menu where there is no room for them. */
function CodeActions({ row: { code, company }, mayAdd, onAssign }: CodeActionsProps) {
  const [, navigate] = useLocation();
  const form = addressOf(paths.employees, { add: 1, employee_id: code, company_id: company.id });
  const actions = [
    ...(onAssign ? [{ label: 'Assign to Employee', onSelect: onAssign }] : []),
    ...(mayAdd ? [{ label: 'Add Employee With This ID', onSelect: () => navigate(form) }] : []),
  ];
  return (
    <>
      <div className={s.buttons}>
        {actions.map(({ label, onSelect }, index) => (
          <Button
            key={label}
            size="small"
            aria-label={`${label}: ${code}`}
            data-opens={index === 0 || undefined}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={s.menu}>
        <Menu size="small" label="Assign" aria-label={`Assign: ${code}`} items={actions} />
      </div>
    </>
  );
}

/** The list's parameters in the address, and its call. */
const codesList = listCall('GET /unknown-codes', { page: 1, company_id: '', access_controller_id: '' }, (params) => ({
  query: readQuery(codesCalls['GET /unknown-codes'].query, params),
}));
