// How many records the HR systems have not accepted: failed ones need a manual retry, waiting ones are sent by themselves.

import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';

interface Problems {
  failed: number;
  waiting: number;
}

export function countDeliveryProblems(queries: Queries, caller: Caller): Promise<Problems> {
  return one<Problems>(
    queries,
    // Company by company, because the index of states begins with the company.
    sql`select count(case when state = 'failed' then 1 end) as failed,
        count(case when state = 'waiting' then 1 end) as waiting
      from companies join hr_deliveries on company_id = companies.id and state in ('failed', 'waiting')
      where ${companyScope(caller, sql`companies.id`)}`,
  );
}
