// The file of an import: choosing and reading it, matching its columns, and planning its rows.

import { useEffect, useMemo, useRef, useState } from 'react';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import { bytesOf, CsvError } from '../../../platform/csv/readCsv.ts';
import type { Companies } from '../../../platform/lists/useCompanies.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../../platform/session/session.tsx';
import { type CompanyFinder, companyFinder, type Source } from './candidate.ts';
import { type Columns, type Field, fieldsFor, guessColumns, matchColumns } from './columns.ts';
import { assertSize, type Content, type CsvFile, pastedContent, readCsvFile, type Settings } from './csvFile.ts';
import { makePlan, type Plan, type PlanProgress } from './plan.ts';

export type CheckedFile = ReturnType<typeof useCheckedFile>;

export function useCheckedFile(companyId: string, { list }: Companies) {
  const controls = useCsvFile();
  const file = 'file' in controls.reading ? controls.reading.file : undefined;
  const finder = useMemo(() => companyFinder(list ?? []), [list]);
  const { fields, columns, choose } = useColumns(file, finder);
  const [chosenCompany, chooseCompany] = useState(companyId);
  const only = list?.length === 1 ? list[0] : undefined;
  /** The company for rows that name none. */
  const company = list?.find(({ id }) => String(id) === chosenCompany) ?? only;

  /** Choices that have to be made before the rows can be checked. */
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
  const plan = planning.status === 'planned' ? planning.plan : undefined;
  return { controls, file, fields, columns, choose, company, chooseCompany, missing, planning, retry, plan };
}

const none: Columns = {};

type ByHand = { file: CsvFile | undefined; columns: Columns };

/** Matches the columns of the file with fields by name or content; changes by hand take precedence. */
function useColumns(file: CsvFile | undefined, companies: CompanyFinder) {
  const [byHand, setByHand] = useState<ByHand>({ file, columns: none });
  const { features } = useUser();
  const [fields] = useState(() => fieldsFor(features));
  const matched = useMemo(() => {
    if (!file) return none;
    if (file.header) return matchColumns(file.header.cells, fields);
    return guessColumns(
      file.rows.map(({ cells }) => cells),
      companies.has,
    );
  }, [file, companies, fields]);
  // Drops choices that were made for another file, or for this one read with another encoding.
  const chosen = byHand.file === file ? byHand.columns : none;
  const columns = useMemo(() => ({ ...matched, ...chosen }), [matched, chosen]);
  return {
    fields,
    columns,
    choose: (field: Field, column: number | undefined) => setByHand({ file, columns: { ...chosen, [field]: column } }),
  };
}

export type Planning =
  | { status: 'planning'; progress?: PlanProgress }
  | { status: 'failed'; message: string }
  | { status: 'planned'; plan: Plan };

/**
 * Makes the plan for a file, again whenever its columns or the company change. `source` is undefined until it is known
 * which columns to read.
 */
function usePlan(file: CsvFile | undefined, source: Source | undefined) {
  const { api } = useConnection();
  const canCall = useCanCall();
  const mayCreate = canCall('POST /employees');
  const mayChange = canCall('PUT /employees/{id}');
  const [attempt, setAttempt] = useState(0);
  const [made, setMade] = useState<{ source: Source; planning: Planning }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` makes the plan again.
  useEffect(() => {
    if (!file || !source) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (planning: Planning) => signal.aborted || setMade({ source, planning });
    show({ status: 'planning' });
    const onProgress = (progress: PlanProgress) => show({ status: 'planning', progress });
    makePlan(api, file.rows, { source, mayCreate, mayChange, signal, onProgress }).then(
      (plan) => show({ status: 'planned', plan }),
      (error: unknown) => {
        const message = describeFailure(asApiError(error), 'Failed to fetch employee data');
        show({ status: 'failed', message });
      },
    );
    return () => controller.abort();
  }, [api, file, source, mayCreate, mayChange, attempt]);

  // For a moment, there is only the plan of the former file or columns: importing it would store other rows.
  const planning: Planning = made && made.source === source ? made.planning : { status: 'planning' };
  return { planning, retry: () => setAttempt((count) => count + 1) };
}

type Chosen = Partial<Settings>;

type Reading =
  | { status: 'none' }
  /** `file` is the last one that could be read. */
  | { status: 'reading'; name: string; part: number; file: CsvFile | undefined }
  | { status: 'failed'; message: string; file: CsvFile | undefined }
  | { status: 'read'; file: CsvFile };

export type FileControls = ReturnType<typeof useCsvFile>;

/** Holds the file of an import, from being chosen to being read. Changing a setting reads it again. */
function useCsvFile() {
  const [reading, setReading] = useState<Reading>({ status: 'none' });
  const current = useRef(new AbortController());
  useEffect(() => () => current.current.abort(), []);

  async function read(name: string, load: () => Promise<Content>, chosen: Chosen, last?: CsvFile) {
    current.current.abort();
    const controller = new AbortController();
    current.current = controller;
    const { signal } = controller;
    const show = (next: Reading) => signal.aborted || setReading(next);
    show({ status: 'reading', name, part: 0, file: last });
    try {
      const onProgress = (part: number) => show({ status: 'reading', name, part, file: last });
      const file = await readCsvFile(await load(), chosen, { signal, onProgress });
      show({ status: 'read', file });
    } catch (error) {
      const message = error instanceof CsvError ? error.message : `${name} could not be read.`;
      show({ status: 'failed', message, file: last });
    }
  }

  return {
    reading,
    open(file: File) {
      void read(
        file.name,
        async () => {
          assertSize(file);
          return { name: file.name, bytes: await bytesOf(file) };
        },
        {},
      );
    },
    paste(text: string) {
      const content = pastedContent(text);
      void read(content.name, async () => content, {});
    },
    change(settings: Chosen) {
      const file = 'file' in reading ? reading.file : undefined;
      if (!file) return;
      // Detects the header again, which may be found only with the new settings.
      const { encoding, separator } = file.settings;
      void read(file.name, async () => file, { encoding, separator, ...settings }, file);
    },
    clear() {
      current.current.abort();
      setReading({ status: 'none' });
    },
  };
}
