// A person's report as a PDF: whom it is about, what there is, then every section with its rows.

import { PdfDocument } from '../../../platform/export/pdf/document.ts';
import type { FontFiles } from '../../../platform/export/pdf/fonts.ts';
import { createLineBreaker } from '../../../platform/export/pdf/lines.ts';
import { createTypesetter } from '../../../platform/export/pdf/text/typesetter.ts';
import type { ReportRow, ReportValue } from '../../../shared/contract/privacy.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { plural } from '../../../shared/words/plural.ts';
import { formatDay, formatTime } from '../../../shared/words/time.ts';
import { PageFlow } from './pageFlow.ts';
import { fieldTitle, type ReadSection, type ReportFile, roleOf } from './reportFile.ts';

export async function reportPdf(
  file: ReportFile,
  fonts: FontFiles,
): Promise<{ blob: Blob; missing: readonly string[] }> {
  const typesetter = await createTypesetter(textsOf(file), fonts);
  const doc = new PdfDocument({ title: 'Personal Data', author: file.readBy }, typesetter);
  const breaker = createLineBreaker(typesetter, (run) => doc.measure(run));
  const flow = new PageFlow({ breaker, typesetter });
  addSummary(flow, file);
  for (const section of file.sections) if (section.content.length > 0) addSection(flow, section);
  flow.draw(doc);
  return { blob: new Blob([doc.output()], { type: 'application/pdf' }), missing: typesetter.missing };
}

function* textsOf({ person, sections, readBy }: ReportFile): Iterable<string> {
  yield person.name;
  yield person.number;
  yield person.company;
  yield readBy;
  for (const { content } of sections)
    for (const row of content) for (const value of Object.values(row)) if (typeof value === 'string') yield value;
}

function addSummary(flow: PageFlow, { person, sections, readBy, readOn }: ReportFile): void {
  flow.heading('Personal Data', 16);
  flow.facts([
    [roleOf(person.kind), person.name],
    ...(person.number ? ([['Employee ID', person.number]] as const) : []),
    ...(person.company ? ([['Company', person.company]] as const) : []),
    ['Downloaded by', readBy],
    ['Downloaded on', readOn],
    ['Times', person.company ? 'By the clock of the company' : 'By the clock of the installation'],
  ]);
  flow.table(
    ['Section', 'Rows', 'From', 'To', 'What it holds'],
    sections.map(({ title, content, first, last, about }) => [
      title,
      groupDigits(content.length),
      formatDay(first),
      formatDay(last),
      about,
    ]),
  );
}

function addSection(flow: PageFlow, { title, content }: ReadSection): void {
  flow.heading(`${title} (${plural(content.length, 'row')})`, 12);
  const layout = shownRows(content);
  switch (layout.shape) {
    case 'facts':
      return flow.facts(layout.facts);
    case 'texts':
      return flow.texts(layout.texts);
    case 'table':
      return flow.table(layout.titles, layout.rows);
  }
}

type Shown =
  /** One row: its fields below one another. */
  | { readonly shape: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly shape: 'table'; readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly shape: 'texts'; readonly texts: readonly string[] };

/** More do not fit beside one another. */
const mostColumns = 10;
/** A value that would be cut into many short lines. */
const longText = 60;

/**
 * Chooses how the rows of a section are shown on paper: as a table where they are narrow enough, else each row as a
 * text.
 */
export function shownRows(rows: readonly ReportRow[]): Shown {
  const [first, ...others] = rows;
  if (first && others.length === 0) return { shape: 'facts', facts: factsOf(first) };
  const fields = usedFields(rows);
  if (fields.length > mostColumns || rows.some(isWide)) return { shape: 'texts', texts: rows.map(inOneText) };
  return {
    shape: 'table',
    titles: fields.map(fieldTitle),
    rows: rows.map((row) => fields.map((field) => inWords(row[field]))),
  };
}

/** Fields that are empty in all rows say nothing. */
function usedFields(rows: readonly ReportRow[]): string[] {
  const fields = new Set<string>();
  for (const row of rows) for (const [field, value] of Object.entries(row)) if (inWords(value)) fields.add(field);
  return [...fields];
}

const isWide = (row: ReportRow) =>
  Object.values(row).some((value) => typeof value === 'string' && value.length > longText);

const factsOf = (row: ReportRow) =>
  Object.entries(row).map(([field, value]): [string, string] => [fieldTitle(field), inWords(value)]);

const inOneText = (row: ReportRow): string =>
  factsOf(row)
    .filter(([, value]) => value !== '')
    .map((fact) => fact.join(': '))
    .join('  ·  ');

function inWords(value: ReportValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return value.length > 'YYYY-MM-DD'.length ? formatTime(value) : value;
}
