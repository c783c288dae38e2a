// What the tests of the attendance screen share.

import type { TestConsole } from '../../support/console/console.tsx';
import { allByRole, firstFrame, until } from '../../support/console/render.tsx';

/** Shows all three days of sample data, whatever the time of day. */
export const everything = '/attendance?start_date=&end_date=';

/** The rows with records: neither the header nor rows that name a day. */
export const rows = () => allByRole('row').filter((row) => row.querySelector('td'));

export async function openAll(app: TestConsole, path = everything): Promise<void> {
  await app.open(path);
  await until(() => rows().length > 0);
  await firstFrame();
}

export const listCalls = (app: TestConsole) =>
  app.seen.filter(({ key }) => key === 'GET /attendance').map(({ path }) => path);

export const record = {
  id: 7,
  employee: null,
  event_type: 'check-out',
  timestamp: '2026-03-08 18:01:02',
  access_controller: null,
  company: null,
  is_processed: 0,
  created_at: '2026-03-08 18:01:03',
};

export const page = (...data: unknown[]) => ({ data, total: data.length, last_page: 1 });
