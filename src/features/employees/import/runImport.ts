// Carries out a plan, a few rows at once. A refused row is noted and the rest continues; a lost connection ends the
// run. A row whose answer did not arrive may be stored, so the server is asked before it is sent again or called
// failed.

import { failedMessage } from '../../../platform/api/calls.ts';
import type { Api } from '../../../platform/api/client.ts';
import { type ApiError, asApiError, describeFailure } from '../../../platform/api/errors.ts';
import { type Employee, employeeFields } from '../../../shared/contract/employees.ts';
import { fieldsWith, mapFields } from '../../../shared/contract/fields.ts';
import { stayedInWords } from '../../../shared/words/closedMonths.ts';
import { forEachConcurrently, type KnownEmployees, knownEmployees, readEmployees } from './knownEmployees.ts';
import { type Creation, changesOf, type PlannedRow, type Update } from './plan.ts';

type RowResult =
  | { state: 'done'; message: string }
  | { state: 'failed'; message: string }
  /** Sent, but it is not known yet whether it is stored. */
  | { state: 'unclear'; message: string };

export type Results = Map<PlannedRow, RowResult>;

interface RunOptions {
  tasks: readonly Task[];
  /** Grows while it runs. A later run continues with the rows that have no result. */
  results: Results;
  rights: Rights;
  /** Ends the run after the rows that are under way. */
  signal: AbortSignal;
  onProgress(): void;
}

/** Returns why it stopped early, if it did. */
export async function runImport(api: Api, options: RunOptions): Promise<string | undefined> {
  const { results } = options;
  try {
    await settleUnclear(api, results, () => undefined);
    const stopped = await writeRows(api, options);
    if (stopped) return stopped;
    await settleUnclear(api, results, (message) => ({ state: 'failed', message }));
    return undefined;
  } catch (error) {
    return asApiError(error).message;
  }
}

async function writeRows(api: Api, { tasks, results, rights, signal, onProgress }: RunOptions) {
  let stopped: string | undefined;
  function* remaining() {
    for (const task of tasks) {
      if (stopped !== undefined || signal.aborted) return;
      if (!results.has(task)) yield task;
    }
  }
  await forEachConcurrently(remaining(), async (task) => {
    try {
      results.set(task, { state: 'done', message: await writeRow(api, task, rights) });
    } catch (error) {
      const failure = asApiError(error);
      const message = describeFailure(failure, failedMessage('POST /employees'));
      if (mayBeStored(failure)) results.set(task, { state: 'unclear', message });
      else if (!stopsAll(failure)) results.set(task, { state: 'failed', message: reasonOf(failure, message) });
      if (stopsAll(failure)) stopped = failure.message;
    }
    onProgress();
  });
  return stopped;
}

const tooManyRequests = 429;
const unavailable = [502, 503, 504];

const stopsAll = ({ kind, status }: ApiError) =>
  kind === 'unreachable' ||
  kind === 'timedOut' ||
  kind === 'unauthenticated' ||
  kind === 'misconfigured' ||
  status === tooManyRequests ||
  unavailable.includes(status);

/** Whether the row may have been stored: there was no answer, or one that says neither yes nor no. */
const mayBeStored = ({ kind, status }: ApiError) =>
  status >= 500 || kind === 'unreachable' || kind === 'timedOut' || kind === 'html' || kind === 'unreadable';

/** Joins the server's reasons for refusing single fields, if it gives any. */
const reasonOf = ({ fields }: ApiError, message: string) => Object.values(fields).join('. ') || message;

/** Asks what became of rows without an answer. `missing` gives the result of one that is not stored. */
async function settleUnclear(api: Api, results: Results, missing: (message: string) => RowResult | undefined) {
  const unclear = [...results].flatMap(([row, result]) =>
    result.state === 'unclear' && (row.outcome === 'create' || row.outcome === 'change')
      ? [{ task: row, message: result.message }]
      : [],
  );
  if (unclear.length === 0) return;
  const { byCompany } = await readEmployees(api, new Set(unclear.map(({ task }) => task.company.id)));
  const known = knownEmployees(byCompany);
  for (const { task, message } of unclear) {
    const state = storedState(task, known);
    const other = typeof state === 'object' && `${state.name} has this ID now`;
    const result: RowResult | undefined =
      state === 'stored'
        ? { state: 'done', message: '' }
        : other
          ? { state: 'failed', message: other }
          : missing(message);
    if (result) results.set(task, result);
    else results.delete(task);
  }
}

export type Task = Creation | Update;

/** The fields that every body has; others are sent if the file has them. */
const specified = fieldsWith(employeeFields, []);
const blank = mapFields(specified, () => '');

interface Rights {
  mayEditId: boolean;
  /** Whether the server refuses to change an employee whom somebody else changed since the plan was made. */
  isVersioned: boolean;
}

/** Keeps the employee's values where the file has none. */
function updateBody({ employee, values }: Update, { mayEditId, isVersioned }: Rights) {
  const { employee_id, ...others } = { ...mapFields(specified, (field) => employee[field]), ...values };
  return { ...others, ...(mayEditId && { employee_id }), ...(isVersioned && { version: employee.version }) };
}

/** Carries out one planned row, with the bodies of the specification. Returns a remark, or ''. */
async function writeRow(api: Api, task: Task, rights: Rights): Promise<string> {
  const saved =
    task.outcome === 'change'
      ? await api('PUT /employees/{id}', { id: task.employee.id, body: updateBody(task, rights) })
      : await api('POST /employees', { body: { ...blank, ...task.values, company_id: task.company.id } });
  return stayedInWords(saved.data?.past_events);
}

/** Tells whether the server has what the row asks for, and if not, who else has its ID. */
function storedState(task: Task, known: KnownEmployees): 'stored' | 'missing' | Employee {
  const employee = known.find(task.company.id, task.values.employee_id ?? '');
  if (!employee) return 'missing';
  if (task.outcome === 'change') return changesOf(employee, task.values).length === 0 ? 'stored' : 'missing';
  return employee.name === task.values.name ? 'stored' : employee;
}
