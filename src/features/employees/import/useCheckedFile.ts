// A file with all that is known and chosen about it: its rows, its columns, the company, and the plan for each row.

import { useMemo, useState } from 'react';
import type { Company } from '../../../shared/contract/companies.ts';
import type { Companies } from '../../../platform/lists/useCompanies.ts';
import { companyFinder } from './companyFinder.ts';
import type { CsvFile } from './csvFile.ts';
import type { Plan } from './makePlan.ts';
import { useColumns, type ColumnControls } from './useColumns.ts';
import { useCsvFile, type FileControls } from './useCsvFile.ts';
import { usePlan, type Planning } from './usePlan.ts';

export interface CheckedFile extends ColumnControls {
  controls: FileControls;
  /** Once it has been read. */
  file: CsvFile | undefined;
  /** The company of rows that name none. */
  company: Company | undefined;
  chooseCompany(id: string): void;
  /** What has to be chosen before the rows can be checked. */
  missing: readonly string[];
  planning: Planning;
  retry(): void;
  plan: Plan | undefined;
}

export function useCheckedFile(companyId: string, { list }: Companies): CheckedFile {
  const controls = useCsvFile();
  const file = 'file' in controls.reading ? controls.reading.file : undefined;
  const finder = useMemo(() => companyFinder(list ?? []), [list]);
  const { fields, columns, choose } = useColumns(file, finder);
  const [chosenCompany, chooseCompany] = useState(companyId);
  const only = list?.length === 1 ? list[0] : undefined;
  const company = list?.find(({ id }) => String(id) === chosenCompany) ?? only;

  const missing = [
    ...(columns.employee_id === undefined ? ['the column of the employee ID'] : []),
    ...(columns.company === undefined && !company ? ['a company'] : []),
  ];
  const isComplete = file !== undefined && missing.length === 0 && list !== undefined;
  const width = (file?.header ?? file?.rows[0])?.cells.length ?? 0;
  const source = useMemo(
    () => (isComplete ? { columns, width, companies: finder, company } : undefined),
    [isComplete, columns, width, finder, company],
  );
  const { planning, retry } = usePlan(file, source);
  const plan = source && planning.status === 'planned' ? planning.plan : undefined;
  return { controls, file, fields, columns, choose, company, chooseCompany, missing, planning, retry, plan };
}
