// Payroll files of a company's closed months: their template, a preview, and evidence of each file made.
// docs/payroll.md explains the template.

import { isClockTime } from './calendarDay.ts';
import { type Calls, countingTimeoutMs } from './call.ts';
import { atMost, emailLike, wholeBetween } from './checks.ts';
import { type Decoded, flag, integer, list, maybe, nonEmptyText, object, oneOf, text } from './decode.ts';
import { count, stated, version } from './decodeRecords.ts';
import { isFormula } from './formula.ts';
import { setSchema } from './schema.ts';
import { type Check, textOf } from './validate.ts';
import { namedCompany } from './workday.ts';

const payrollSources = [
  ...['number', 'name', 'department', 'month', 'first_day', 'last_day', 'day', 'kind_code', 'kind_name'],
  ...['time', 'worked', 'break', 'days', 'text'],
] as const;
export const sourceHasUnit = (source: string): boolean => ['time', 'worked', 'break'].includes(source);

const payrollColumn = object({
  /** Heading of the column. */
  name: text,
  source: nonEmptyText,
  unit: oneOf('decimal', 'h:mm', 'minutes'),
  /** For the source `text`, the text itself. For `time`, the code of a kind; empty for the line's own kind. */
  text: text,
});
export type PayrollColumn = Decoded<typeof payrollColumn>;

const timeKind = object({
  code: text,
  name: text,
  /** all: all worked time. band: time between two clock times, on the days when the band begins. rest: in no band. */
  counts: oneOf('all', 'band', 'rest'),
  /** 'HH:MM'; equal to `until` for 24 hours. */
  from: text,
  until: text,
  /** Calendar days on which the band begins: 1 for Monday to 7 for Sunday, and 8 for free days. */
  weekdays: list(integer),
});
export type TimeKind = Decoded<typeof timeKind>;
export const freeDayMark = 8;

export const dateForms = ['yyyy-mm-dd', 'dd.mm.yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const;

const templateFields = {
  /** What gets a line: each person, each day of a person, or each kind of time of a person. */
  lines: oneOf('person', 'day', 'kind'),
  columns: list(payrollColumn),
  kinds: list(timeKind),
  /** Minutes to which a person's total is rounded; 1 for no rounding. */
  rounding_minutes: count,
  rounding: oneOf('nearest', 'down', 'up'),
  separator: oneOf(';', ',', 'tab'),
  decimal_mark: oneOf(',', '.'),
  dates: oneOf(...dateForms),
  encoding: oneOf('utf-8', 'utf-8-bom', 'windows-1252'),
  header: stated(flag),
  /** Lines before the header, which some payroll programs require. {month} is the first day of the month. */
  preamble: text,
};
export const payrollTemplate = object(templateFields);
export type PayrollTemplate = Decoded<typeof payrollTemplate>;

const storedFields = { ...templateFields, mail_day: count, mail_to: text };
export const storedTemplate = object(storedFields);
const readTemplate = object({ ...storedFields, version });
export type StoredTemplate = Decoded<typeof readTemplate>;

export const formulaIn = (what: string): string => `${what} begins with a sign that a spreadsheet runs as a formula`;

const soundColumns: Check = (value, all) => {
  const columns = list(payrollColumn)(value ?? []);
  const codes = new Set(list(timeKind)(all.kinds ?? []).map(({ code }) => code));
  if (!columns.some(({ source }) => source === 'number'))
    return 'Please add a column with the employee ID, by which payroll knows whose line it is';
  if (columns.length > 40) return 'Please use at most 40 columns';
  for (const [index, { name, source, text: said }] of columns.entries()) {
    const at = `Column ${index + 1}`;
    if (!payrollSources.some((each) => each === source)) return `${at} has a source that is not known`;
    if (isFormula(name) || (source === 'text' && isFormula(said))) return formulaIn(at);
    if (source === 'time' && said !== '' && !codes.has(said)) return `${at}: no kind of time has the code ${said}`;
    const needsKind = source === 'kind_code' || source === 'kind_name' || (source === 'time' && said === '');
    if (needsKind && all.lines !== 'kind') return `${at} needs a line for each kind of time, or the code of a kind`;
    if (source === 'day' && all.lines !== 'day') return `${at} needs a line for each day`;
  }
  return undefined;
};
setSchema(soundColumns, () => ({ minItems: 1, maxItems: 40 }));

const soundKinds: Check = (value, all) => {
  const kinds = list(timeKind)(value ?? []);
  if (all.lines === 'kind' && kinds.length === 0) return 'Please add a kind of time: each line is about one';
  if (kinds.length > 20) return 'Please use at most 20 kinds of time';
  const codes = kinds.map(({ code }) => code);
  for (const [index, { code, counts, from, until, weekdays }] of kinds.entries()) {
    const at = `Kind ${index + 1}`;
    if (code.trim() === '') return `${at} has no code`;
    if (codes.indexOf(code) !== index) return `${at} has the code of another one`;
    if (isFormula(code)) return formulaIn(at);
    if (counts !== 'band') continue;
    if (!isClockTime(from) || !isClockTime(until)) return `${at} needs two times such as 22:00 and 06:00`;
    if (weekdays.length === 0 || !weekdays.every((day) => day >= 1 && day <= freeDayMark))
      return `${at} needs its weekdays`;
  }
  return undefined;
};
setSchema(soundKinds, () => ({ maxItems: 20 }));

export const roundingSteps = [1, 5, 6, 10, 15, 30, 60];
const soundRounding: Check = (value, { lines }) => {
  if (!roundingSteps.includes(Number(value))) return `Please choose one of ${roundingSteps.join(', ')} minutes`;
  return lines === 'day' && Number(value) > 1 ? 'A line for each day has no total to round' : undefined;
};
setSchema(soundRounding, () => ({ enum: roundingSteps }));

/** Returns each address once, since a file that arrives twice may be paid twice. */
export function addressesIn(mailTo: string): string[] {
  const found = new Map<string, string>();
  for (const address of mailTo.split(/[\s,;]+/).filter(Boolean))
    if (!found.has(address.toLowerCase())) found.set(address.toLowerCase(), address);
  return [...found.values()];
}
const soundAddresses: Check = (value, { mail_day }) => {
  const addresses = addressesIn(textOf(value));
  if (Number(mail_day) > 0 && addresses.length === 0) return 'Please enter who gets the file';
  if (addresses.length > 10) return 'Please enter at most 10 addresses';
  return addresses.some((address) => emailLike(address, {})) ? 'Email is invalid' : undefined;
};
setSchema(soundAddresses, () => ({ description: 'E-mail addresses, separated by commas' }));

/** Checks the parts of each line, which a spreadsheet splits into cells too. */
const soundPreamble: Check = (value) =>
  textOf(value)
    .split(/[\r\n;,\t]/)
    .some(isFormula)
    ? formulaIn('A cell of these lines')
    : undefined;
setSchema(soundPreamble, () => ({}));

const templateRules = {
  columns: [soundColumns],
  kinds: [soundKinds],
  rounding_minutes: [soundRounding],
  preamble: [atMost(2_000), soundPreamble],
};
export const storedTemplateRules = {
  ...templateRules,
  mail_day: [wholeBetween(0, 28, 'Please enter a day from 1 to 28, or 0 for never')],
  mail_to: [atMost(1_000), soundAddresses],
};

/** Something that keeps the file from being made, and where it is. */
const payrollProblem = object({ employee: text, column: text, message: text });
export type PayrollProblem = Decoded<typeof payrollProblem>;

/** Total of a column of times, in the timesheets and as written. */
const payrollTotal = object({ name: text, sheet_minutes: count, file_minutes: count });

const payrollPreview = object({
  company: namedCompany,
  month: text,
  is_closed: flag,
  header: list(text),
  /** First few lines. */
  rows: list(list(text)),
  total_lines: count,
  /** Worked time in all of the month's timesheets. */
  sheet_minutes: count,
  totals: list(payrollTotal),
  /** First few problems. */
  problems: list(payrollProblem),
  total_problems: count,
});

/** Evidence of a file that was made. */
const madeFile = object({
  id: integer,
  month: text,
  /** download, mail */
  way: text,
  made_at: text,
  total_lines: count,
  sha256: text,
  mailed_to: text,
  /** sent, waiting, expired; empty for downloads, and once its mails are no longer kept. */
  mail_state: text,
  /** When the mail server accepted it; empty if it has not. */
  sent_at: text,
  /** Why the mail server has not accepted it so far; empty if it has, or was not asked. */
  mail_error: text,
});

/** Month and company of a file. */
const foundFile = object({ company: namedCompany, month: text, made_at: text, total_lines: count });
export type FoundPayrollFile = Decoded<typeof foundFile>;

const may = { needs: 'timesheets.close', feature: 'payroll' } as const;

export const calls = {
  /** Finds files made with this SHA-256, newest first. A changed or foreign file is not found. */
  'GET /payroll-files': { ...may, query: object({ sha256: text }), answer: list(foundFile) },
  'GET /companies/{id}/payroll': {
    ...may,
    answer: object({
      template: maybe(readTemplate),
      /** Why the file that is due has not been mailed. */
      mail_problem: text,
      /** Latest files, newest first. */
      files: list(madeFile),
    }),
  },
  'PUT /companies/{id}/payroll': {
    ...may,
    body: storedTemplate,
    rules: storedTemplateRules,
    editedRecord: readTemplate,
    answer: readTemplate,
    done: 'Payroll file saved successfully',
    failed: 'Failed to save the payroll file',
    touches: ['GET /companies/{id}/payroll'],
  },
  /** Also works for a month that is not closed yet, and a template that is not saved. */
  'POST /companies/{id}/payroll/preview': {
    ...may,
    body: object({ ...templateFields, month: text }),
    rules: templateRules,
    answer: payrollPreview,
    done: 'Preview ready',
    failed: 'Failed to preview the payroll file',
    touches: [],
    timeoutMs: countingTimeoutMs,
  },
  'POST /companies/{id}/payroll/files': {
    ...may,
    body: object({ month: text }),
    /** The file in base64, with a signed statement of the server about it. */
    answer: object({ name: text, content: text, statement: text, signature: text }),
    done: 'Payroll file made successfully',
    failed: 'Failed to make the payroll file',
    touches: ['GET /companies/{id}/payroll'],
  },
} satisfies Calls;
