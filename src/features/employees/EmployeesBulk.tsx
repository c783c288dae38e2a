// Deletes many employees, after saying how much attendance they have. There is no other bulk action: the
// specification's call that changes an employee sets neither their status nor their company.

import { useEffect, useState } from 'react';
import type { Api } from '../../platform/api/client.ts';
import { asApiError } from '../../platform/api/errors.ts';
import { deletion } from '../../platform/bulk/bulkAction.ts';
import { RecordBulk, type RecordBulkProps } from '../../platform/bulk/RecordBulk.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { retryHint } from '../../platform/ui/feedback/FailedReads.tsx';
import type { Employee } from '../../shared/contract/employees.ts';
import { plural } from '../../shared/words/plural.ts';

const kind = { one: 'employee', many: 'employees' };

const nameOf = ({ name, employee_id }: Employee) => `${name} (${employee_id})`;

const actions = [
  deletion('DELETE /employees/{id}', { noun: kind.one, nameOf }, (employees) => (
    <>
      This action cannot be undone.{' '}
      <span role="status">
        <AttendanceOf employees={employees} />
      </span>
    </>
  )),
];

export default function EmployeesBulk(props: RecordBulkProps<Employee>) {
  return <RecordBulk {...props} kind={kind} actions={actions} />;
}

const mostAtOnce = 1_000;
const mostCalls = 25;

/**
 * Says, before employees are deleted, how many attendance records they have, if it can tell. A server of the
 * specification needs a request for each employee, so it is asked only about a few.
 */
function AttendanceOf({ employees }: { employees: readonly Employee[] }) {
  const { api } = useConnection();
  const canCall = useCanCall();
  const mayCount = canCall('GET /attendance');
  const countsAtOnce = canCall('GET /attendance/count');
  const [count, setCount] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const ids = employees.map(({ id }) => id).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt counts again.
  useEffect(() => {
    setCount(undefined);
    setFailure(undefined);
    if (!mayCount) return;
    const asking = new AbortController();
    const counting = (countsAtOnce ? countAtOnce : countEach)(api, ids.split(','), asking.signal);
    counting.then(setCount, (error) => asking.signal.aborted || setFailure(asApiError(error).message));
    return () => asking.abort();
  }, [api, mayCount, countsAtOnce, ids, attempt]);

  if (failure !== undefined)
    return retryHint(`Their attendance could not be counted. ${failure}`, () => setAttempt((before) => before + 1));
  if (!count) return null;
  return `${employees.length === 1 ? 'The employee has' : 'They have'} ${plural(count, 'attendance record')}.`;
}

type Count = (api: Api, ids: readonly string[], signal: AbortSignal) => Promise<number | undefined>;

const countAtOnce: Count = async (api, ids, signal) => {
  if (ids.length > mostAtOnce) return undefined;
  const { data } = await api('GET /attendance/count', { query: { employee_ids: ids.join() } }, { signal });
  return data.total;
};

const countEach: Count = async (api, ids, signal) => {
  if (ids.length > mostCalls) return undefined;
  const totals = ids.map(async (id) => {
    const query = { employee_id: Number(id), page: 1, per_page: 1 };
    return (await api('GET /attendance', { query }, { signal })).data.total;
  });
  return (await Promise.all(totals)).reduce((sum, one) => sum + one, 0);
};
