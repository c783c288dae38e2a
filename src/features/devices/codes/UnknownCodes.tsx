// Codes that devices send and no employee has. Whoever knows the person assigns them, and the past is resolved.

import { useMemo, useState } from 'react';
import { AssignCodePart } from './codeParts.ts';
import { CompanyChip } from '../../../platform/lists/CompanyChip.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useExistingPage } from '../../../platform/lists/useExistingPage.ts';
import { useList } from '../../../platform/lists/useList.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { Table } from '../../../platform/ui/data/Table.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { TableSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Chip } from '../../../platform/ui/filters/Chip.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { ListTabs } from '../list/ListTabs.tsx';
import { columnsFor, type CodeRow } from './columns.tsx';
import { codesList } from './list.ts';
import * as s from './UnknownCodes.module.css';

export function UnknownCodes() {
  const { list: answer, params, change } = useList(codesList);
  const { page, company_id, access_controller_id } = params;
  const list = useExistingPage(answer, page, change);
  const canCall = useCanCall();
  const mayAssign = canCall('POST /employee-codes') && canCall('GET /companies/{id}/employees');
  const mayAdd = canCall('POST /employees');
  const [assigning, setAssigning] = useState<CodeRow>();
  const columns = useMemo(
    () => columnsFor({ hasCompany: company_id === '', mayAdd, onAssign: mayAssign ? setAssigning : undefined }),
    [company_id, mayAdd, mayAssign],
  );
  // A code has no number of its own.
  const rows = useMemo(() => list.data?.data.map((code, id) => ({ ...code, id })) ?? [], [list.data]);
  const isNarrow = company_id !== '' || access_controller_id !== '';

  return (
    <>
      <ScreenHeader
        title="Unknown Codes"
        subtitle="What devices call people whom Rollcall does not know"
        count={answer.data?.total}
        actions={<ListTabs current="codes" />}
      />
      <div className={s.parts}>
        <div role="search" aria-label="Filters" className={s.filters}>
          <CompanyChip
            value={company_id}
            onChange={(chosen) => change({ company_id: chosen, access_controller_id: '' })}
          />
          {access_controller_id && (
            <ControllerChip id={access_controller_id} onRemove={() => change({ access_controller_id: '' })} />
          )}
        </div>
        <ResourceView resource={list} skeleton={<TableSkeleton label="Loading codes…" rows={8} />}>
          {({ last_page }) =>
            rows.length === 0 ? (
              <EmptyState
                icon="check"
                title="Every code is known"
                hint="Codes that devices send and no employee has appear here."
                action={
                  isNarrow && (
                    <Button onClick={() => change({ company_id: '', access_controller_id: '' })}>Show All Codes</Button>
                  )
                }
              />
            ) : (
              <div className={s.parts}>
                <Table
                  dense
                  className={s.codes}
                  caption="Unknown codes"
                  rows={rows}
                  rowKey={idOf}
                  columns={columns}
                  busy={list.loading}
                />
                <Pager page={page} lastPage={last_page} busy={list.loading} onPage={(next) => change({ page: next })} />
              </div>
            )
          }
        </ResourceView>
      </div>
      {assigning && <AssignCodePart {...assigning} onClose={() => setAssigning(undefined)} />}
    </>
  );
}

const idOf = ({ id }: CodeRow) => id;

function ControllerChip({ id, onRemove }: { id: string; onRemove(): void }) {
  const { data } = useResource('GET /access-controllers/{id}/device', { id });
  return (
    <Chip label="Device" value={data?.controller.name ?? id} onRemove={onRemove}>
      {() => 'Only codes that this device sent are shown.'}
    </Chip>
  );
}
