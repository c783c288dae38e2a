// Which column of the file is which field: matched by name or content, and changed by hand.

import { useMemo, useState } from 'react';
import { hasFeature } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import type { CompanyFinder } from './companyFinder.ts';
import type { CsvFile } from './csvFile.ts';
import { fieldsWith, type Columns, type Field } from './fields.ts';
import { guessColumns } from './guessColumns.ts';
import { matchColumns } from './matchColumns.ts';

export interface ColumnControls {
  /** That the server can keep. */
  fields: readonly Field[];
  columns: Columns;
  choose(field: Field, column: number | undefined): void;
}

const none: Columns = {};

type ByHand = { file: CsvFile | undefined; columns: Columns };

export function useColumns(file: CsvFile | undefined, companies: CompanyFinder): ColumnControls {
  const [byHand, setByHand] = useState<ByHand>({ file, columns: none });
  const fields = fieldsWith(hasFeature(useUser(), 'employment'));
  const matched = useMemo(() => {
    if (!file) return none;
    if (file.header) return matchColumns(file.header.cells, fields);
    return guessColumns(
      file.rows.map(({ cells }) => cells),
      companies.has,
    );
  }, [file, companies, fields]);
  // What was chosen for another file, or for this one read otherwise, says nothing about this one.
  const chosen = byHand.file === file ? byHand.columns : none;
  const columns = useMemo(() => ({ ...matched, ...chosen }), [matched, chosen]);
  return {
    fields,
    columns,
    choose: (field, column) => setByHand({ file, columns: { ...chosen, [field]: column } }),
  };
}
