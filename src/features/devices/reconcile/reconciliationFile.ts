// Writes a reconciliation as an Excel file: one sheet of stages, one of losses, one about the file. All cells are text,
// so that codes keep their zeros and the file can be verified.

import { type Fact, toSingleLine } from '../../../platform/export/proof/about.ts';
import { sheetHashFact, type TextRows } from '../../../platform/export/proof/sheetHashes.ts';
import { sealWorkbook } from '../../../platform/export/xlsx/sealedWorkbook.ts';
import { packSheet, textSheet } from '../../../platform/export/xlsx/workbook.ts';
import type { Loss, Reconciliation } from '../../../shared/contract/deviceEvents.ts';
import { wellFormed } from '../../../shared/words/exportedRow.ts';

export interface ReconciliationFile {
  reconciliation: Reconciliation;
  /** Names of the stages by key. */
  stageNames: Readonly<Record<string, string>>;
  author: string;
  exportedOn: string;
}

const stagesTitle = 'Stages';
const lossesTitle = 'Losses';

export async function reconciliationWorkbook(file: ReconciliationFile): Promise<Blob> {
  const sheets = [
    { title: stagesTitle, rows: cleaned(stageRows(file)) },
    { title: lossesTitle, rows: cleaned(lossRows(file)) },
  ];
  return sealWorkbook({
    sheets: await Promise.all(sheets.map(({ title, rows }, place) => packSheet(textSheet(title, rows), place))),
    author: file.author,
    facts: [...factsOf(file), ...sheets.map(({ title, rows }) => sheetHashFact(title, rows))],
  });
}

/** Removes what spreadsheet programs change when they save, which would break the verification. */
const cleaned = (rows: TextRows): TextRows => rows.map((cells) => cells.map((cell) => toSingleLine(wellFormed(cell))));

function stageRows({ reconciliation: { stages, losses }, stageNames }: ReconciliationFile): TextRows {
  const lostBefore = (stage: string) =>
    losses.filter((loss) => loss.stage === stage).reduce((sum, { count }) => sum + count, 0);
  return [
    ['Stage', 'Events', 'Lost Before It', 'Other Differences', 'Remarks'],
    ...stages.map(({ stage, count, adjustment, sentence }) => [
      stageNames[stage] ?? stage,
      count === null ? 'Not known' : String(count),
      String(lostBefore(stage)),
      String(adjustment),
      sentence,
    ]),
  ];
}

const lossColumns: readonly { title: string; text(loss: Loss, file: ReconciliationFile): string }[] = [
  { title: 'Stage Not Reached', text: ({ stage }, { stageNames }) => stageNames[stage] ?? stage },
  { title: 'Reason', text: ({ reason }) => reason },
  { title: 'In Words', text: ({ sentence }) => sentence },
  { title: 'Events', text: ({ count }) => String(count) },
  { title: 'Code', text: ({ code }) => code },
  { title: 'Employee Name', text: ({ employee }) => employee?.name ?? '' },
  { title: 'Employee ID', text: ({ employee }) => employee?.employee_id ?? '' },
  { title: 'Device Time', text: ({ local_time }) => local_time },
  { title: 'Device Event', text: ({ event_id }) => String(event_id ?? '') },
  { title: 'Attendance Record', text: ({ record_id }) => String(record_id ?? '') },
];

const lossRows = (file: ReconciliationFile): TextRows => [
  lossColumns.map(({ title }) => title),
  ...file.reconciliation.losses.map((loss) => lossColumns.map(({ text }) => text(loss, file))),
];

const factsOf = ({ reconciliation, author, exportedOn }: ReconciliationFile): Fact[] => [
  ['Controller', reconciliation.controller.name],
  ['Location', reconciliation.controller.location],
  ['Company', reconciliation.company.name],
  ['Day', reconciliation.day],
  ['Time zone of the device', reconciliation.zone],
  ['Exported by', author],
  ['Exported on', exportedOn],
  ['Losses in this file', String(reconciliation.losses.length)],
  [
    'How to read it',
    'Each stage has the events of the one before it, less those lost before it, plus or minus other differences',
  ],
];
