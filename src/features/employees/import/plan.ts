// Plans an import: whether each row creates an employee, changes one, does nothing, or is refused, and why.

import type { Api } from '../../../platform/api/client.ts';
import { inSlices } from '../../../platform/csv/inSlices.ts';
import type { CsvRow } from '../../../platform/csv/readCsv.ts';
import type { CompanyChoice } from '../../../platform/lists/useCompanies.ts';
import { type Employee, employeeRules } from '../../../shared/contract/employees.ts';
import { validate } from '../../../shared/contract/validate.ts';
import { type Candidate, candidateOf, dateOrderReader, type Problem, type Source, type Values } from './candidate.ts';
import { type ValueField, valueFields } from './columns.ts';
import { type KnownEmployees, knownEmployees, lineIndex, readEmployees } from './knownEmployees.ts';

interface Change {
  field: ValueField;
  from: string;
  to: string;
}

export const outcomes = ['create', 'change', 'nothing', 'refused'] as const;

interface Subject {
  row: CsvRow;
  company: CompanyChoice;
  values: Values;
}
export type Creation = Subject & { outcome: 'create' };
export type Update = Subject & { outcome: 'change'; employee: Employee; changes: readonly Change[] };
type Refusal = Omit<Subject, 'company'> & {
  outcome: 'refused';
  company: CompanyChoice | undefined;
  problems: readonly Problem[];
};
export type PlannedRow = Creation | Update | (Subject & { outcome: 'nothing' }) | Refusal;

interface Rulebook {
  known: KnownEmployees;
  /** The lines of the file with this company and employee ID. */
  linesOf(companyId: number, number: string): readonly number[];
  /** The lines whose ID differs only in its case or in leading zeros. */
  linesAlike(companyId: number, number: string): readonly number[];
  mayCreate: boolean;
  mayChange: boolean;
}

export function planRow({ row, company, values, problems: found }: Candidate, rulebook: Rulebook): PlannedRow {
  const refuse = (problems: readonly Problem[]): Refusal => ({ outcome: 'refused', row, company, values, problems });
  const employee = company && values.employee_id && rulebook.known.find(company.id, values.employee_id);
  const problems = [...found, ...problemsOf(values, Boolean(employee))];
  if (!company || problems.length > 0) return refuse(problems);

  const others = rulebook.linesOf(company.id, values.employee_id ?? '').filter((line) => line !== row.line);
  if (others.length > 0) return refuse([idProblem(`${values.employee_id} is also on ${linesText(others)}`)]);

  if (employee) {
    const changes = changesOf(employee, values);
    if (changes.length === 0) return { outcome: 'nothing', row, company, values };
    if (!rulebook.mayChange) return refuse([{ message: "You don't have permission to change employees" }]);
    return { outcome: 'change', row, company, values, employee, changes };
  }
  const doubt = doubtOf(company.id, values.employee_id ?? '', rulebook);
  if (doubt) return refuse([idProblem(doubt)]);
  if (!/\p{L}/u.test(values.name ?? '')) {
    return refuse([{ field: 'name', message: `${values.name} has no letters. Is this a row of totals?` }]);
  }
  if (!rulebook.mayCreate) return refuse([{ message: "You don't have permission to add employees" }]);
  return { outcome: 'create', row, company, values };
}

const idProblem = (message: string): Problem => ({ field: 'employee_id', message });

/** The number of lines to name. */
const named = 3;

function linesText(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  const rest = lines.length - named;
  return `lines ${lines.slice(0, named).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Checks values as the form does; of an existing employee, only what the row gives. */
function problemsOf(values: Values, exists: boolean): Problem[] {
  const errors = validate(employeeRules, { company_id: 1, employee_id: '', name: '', ...values });
  const problems: Problem[] = [];
  for (const field of valueFields) {
    const message = errors[field];
    const isKept = exists && values[field] === undefined;
    if (message && !isKept) problems.push({ field, message });
    else if (values[field]?.includes('\uFFFD')) problems.push({ field, message: 'Not readable. Check the encoding' });
  }
  return problems;
}

export const changesOf = (employee: Employee, values: Values): Change[] =>
  valueFields.flatMap((field) => {
    const [from = '', to] = [employee[field], values[field]];
    return to === undefined || to === from ? [] : [{ field, from, to }];
  });

/**
 * Says why an ID may be wrong: spreadsheets drop leading zeros, shorten long numbers and add decimals. Importing it
 * would add a second employee.
 */
function doubtOf(companyId: number, number: string, { known, linesAlike }: Rulebook): string | undefined {
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(number)) return `${number} was shortened by a spreadsheet`;
  if (/^\d+\.0+$/.test(number)) return `${number} was turned into a decimal number by a program`;
  const alike = known.findAlike(companyId, number);
  if (alike) return `${number} is written ${alike.employee_id} for ${alike.name}, who is an employee already`;
  const lines = linesAlike(companyId, number);
  return lines.length > 0 ? `${number} is written differently on ${linesText(lines)}` : undefined;
}

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

/** Plans a whole file: reads the employees of the companies that it names, and decides on each row. */
export async function makePlan(api: Api, file: readonly CsvRow[], options: PlanOptions): Promise<Plan> {
  const { signal, onProgress, source: given, ...permissions } = options;
  const dates = dateOrderReader(given.columns);
  await inSlices(file, dates.read, { signal });
  const source = { ...given, dateOrder: dates.result() };
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

  const { linesOf, linesAlike } = lines;
  const rulebook: Rulebook = { known: knownEmployees(byCompany), linesOf, linesAlike, ...permissions };
  const rows: PlannedRow[] = [];
  await inSlices(candidates, (candidate) => void rows.push(planRow(candidate, rulebook)), { signal });
  return { rows, unread };
}
