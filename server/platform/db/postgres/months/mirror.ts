// Keeps the table by month that is filled beside another one up to date with it: a trigger repeats there each change of a
// row, in its transaction.

import type { Queries } from '../../db.ts';
import { besideOf, mirrorOf } from './beside.ts';
import { columnsOf, keyColumnsOf } from './columns.ts';
import type { MonthlyTable } from './monthlyTables.ts';

export async function createMirror(queries: Queries, table: MonthlyTable): Promise<void> {
  const { name, column } = table;
  const columns = await columnsOf(queries, name);
  const keyColumns = await keyColumnsOf(queries, name);
  const isOld = [...keyColumns, column].map((each) => `${each} = old.${each}`).join(' and ');
  const beside = besideOf(table);
  const mirror = mirrorOf(table);
  await queries.exec(`
    create function ${mirror}() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from ${beside} where ${isOld};
      end if;
      if tg_op <> 'DELETE' then
        insert into ${beside} (${columns.join(', ')}) values (${columns.map((each) => `new.${each}`).join(', ')});
      end if;
      return null;
    end $$;
    create trigger ${mirror} after insert or update or delete on ${name} for each row execute function ${mirror}();`);
}
