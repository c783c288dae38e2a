// How many attendance records employees have, in the question before they are deleted. It asks for each of them, so only
// where they are few, and says nothing where it does not know.

import { useEffect, useState } from 'react';
import type { Employee } from '../../contract/entities/companies.ts';
import { plural } from '../../format/plural.ts';
import { useConnection } from '../../session/useSession.ts';

const most = 25;

export function AttendanceOf({ employees }: { employees: readonly Employee[] }) {
  const { api } = useConnection();
  const [count, setCount] = useState<number>();
  const ids = employees.map(({ id }) => id).join();

  useEffect(() => {
    setCount(undefined);
    const wanted = ids === '' ? [] : ids.split(',').map(Number);
    if (wanted.length === 0 || wanted.length > most) return;
    const asking = new AbortController();
    const { signal } = asking;
    const counts = wanted.map(async (employee_id) => {
      const { data } = await api('GET /attendance', { query: { employee_id, page: 1, per_page: 1 } }, { signal });
      return data.total;
    });
    Promise.all(counts).then(
      (all) => setCount(all.reduce((sum, one) => sum + one, 0)),
      () => undefined,
    );
    return () => asking.abort();
  }, [api, ids]);

  if (!count) return null;
  return `${employees.length === 1 ? 'The employee has' : 'They have'} ${plural(count, 'attendance record')}.`;
}
