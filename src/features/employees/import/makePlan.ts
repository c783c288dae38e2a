// Plans a whole file: reads the employees of the companies that it names, and decides on each row.

import type { Api } from '../../../platform/api/client.ts';
import { inSlices } from '../../../platform/csv/inSlices.ts';
import type { CsvRow } from '../../../platform/csv/readCsv.ts';
import { candidateOf, type Candidate, type Source } from './candidate.ts';
import { knownEmployees, lineIndex } from './knownEmployees.ts';
import { planRow, type PlannedRow, type Rulebook } from './plan.ts';
import { readEmployees } from './readEmployees.ts';

export interface Plan {
  rows: readonly PlannedRow[];
  /** Why some employees of the server could not be read. */
  unread: readonly string[];
}

export interface PlanProgress {
  what: 'rows' | 'companies';
  done: number;
  total: number;
}

interface PlanOptions extends Pick<Rulebook, 'mayCreate' | 'mayChange'> {
  source: Source;
  signal: AbortSignal;
  onProgress(progress: PlanProgress): void;
}

export async function makePlan(api: Api, file: readonly CsvRow[], options: PlanOptions): Promise<Plan> {
  const { source, signal, onProgress, ...permissions } = options;
  const candidates: Candidate[] = [];
  const lines = lineIndex();
  const companyIds = new Set<number>();
  function note(row: CsvRow) {
    const candidate = candidateOf(row, source);
    candidates.push(candidate);
    const { company, values } = candidate;
    if (!company) return;
    companyIds.add(company.id);
    if (values.employee_id) lines.add(company.id, values.employee_id, row.line);
  }
  const onSlice = () => onProgress({ what: 'rows', done: candidates.length, total: file.length });
  await inSlices(file, note, { signal, onSlice });

  const { byCompany, unread } = await readEmployees(api, companyIds, {
    signal,
    onProgress: (done) => onProgress({ what: 'companies', done, total: companyIds.size }),
  });

  const rulebook: Rulebook = { known: knownEmployees(byCompany), linesOf: lines.linesOf, ...permissions };
  const rows: PlannedRow[] = [];
  await inSlices(candidates, (candidate) => void rows.push(planRow(candidate, rulebook)), { signal });
  return { rows, unread };
}
