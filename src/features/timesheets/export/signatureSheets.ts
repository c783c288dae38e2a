// Timesheets to be signed, as a PDF: for each person a page with the days, the totals and room for two signatures.

import { PdfDocument } from '../../../platform/export/pdf/document.ts';
import type { FontFiles } from '../../../platform/export/pdf/fonts.ts';
import { createLineBreaker, type LineBreaker } from '../../../platform/export/pdf/layout.ts';
import {
  createTypesetter,
  type Line,
  textLeading as leading,
  noLine,
} from '../../../platform/export/pdf/text/typesetter.ts';
import type { ExpectedDay, ExpectedTime, TimesheetRow } from '../../../shared/contract/timesheets.ts';
import { shortDayTitle } from '../../../shared/words/dates.ts';
import { expectedNotes, hasUnfinishedDay, marksOf, ofFinishedDays } from '../../../shared/words/workDay.ts';
import { hoursAndMinutes, shortClockOn, signedHours } from '../../../shared/words/workedTime.ts';
import type { TimesheetFile } from './timesheetWorkbook.ts';

// A4 portrait, in points.
const page = { width: 595.28, height: 841.89, margin: 42 };
const right = page.width - page.margin;
const columns = [
  { title: 'Day', left: page.margin },
  { title: 'In', left: 130 },
  { title: 'Out', left: 185 },
  { title: 'Worked', left: 245 },
  { title: 'Break', left: 300 },
  { title: 'Notes', left: 350 },
];
const notesWidth = right - 350;
const factsTop = page.margin + 34;
const labelWidth = 70;
const signatureTop = page.height - page.margin - 60;

export async function signatureSheets(file: TimesheetFile, fonts: FontFiles) {
  const { rows, origin } = file;
  const texts = rows.flatMap(({ employee, company }) => [...Object.values(employee).map(String), company.name]);
  const typesetter = await createTypesetter([...texts, origin.user], fonts);
  const options = { title: `Timesheets, ${file.period}`, author: origin.user, orientation: 'portrait' } as const;
  const doc = new PdfDocument(options, typesetter);
  const breaker = createLineBreaker(typesetter, (run) => doc.measure(run));
  let isFirst = true;
  for (const row of rows) {
    const facts = factsOf(row, breaker);
    const tableTop = factsTop + Math.max(6, facts.length + 1) * leading;
    const pages = pagesOf(linesOf(row, file.days, breaker), tableTop);
    for (const [index, lines] of pages.entries()) {
      if (!isFirst) doc.addPage();
      isFirst = false;
      drawHead(doc, facts, file.period);
      drawTable(doc, lines, tableTop);
      if (index === pages.length - 1) drawEnd(doc, row, tableTop + (lines.length + 1) * leading);
      drawFoot(doc, file, breaker, pages.length > 1 ? `Page ${index + 1} of ${pages.length}` : '');
    }
  }
  return { blob: new Blob([doc.output()], { type: 'application/pdf' }), missing: typesetter.missing };
}

/** A line of the table: a cell for each column. */
type TableLine = readonly Line[];

function linesOf(row: TimesheetRow, days: readonly string[], breaker: LineBreaker): TableLine[] {
  const byDay = new Map(row.days.map((day) => [day.day, day]));
  const expected = new Map(row.expected_time?.days.map((day) => [day.day, day]));
  return days.flatMap((date) => {
    const day = byDay.get(date);
    const cells = day
      ? [
          shortClockOn(date, day.first_in),
          day.is_open ? '' : shortClockOn(date, day.last_out),
          hoursAndMinutes(day.worked_minutes),
          day.break_minutes > 0 ? hoursAndMinutes(day.break_minutes) : '',
        ]
      : ['', '', '', ''];
    const time = expected.get(date);
    const notes = [...(time ? [expectedInWords(time)] : []), ...expectedNotes(time), ...(day ? marksOf(day) : [])];
    const [first = noLine, ...others] = breaker.lines(notes.join(', '), notesWidth);
    const whole = [shortDayTitle(date), ...cells].map((cell) => breaker.lines(cell, notesWidth)[0] ?? noLine);
    return [[...whole, first], ...others.map((line) => [noLine, noLine, noLine, noLine, noLine, line])];
  });
}

/** Writes a minus as an en dash, which is as wide: Helvetica has no minus. */
const signed = (minutes: number): string => signedHours(minutes).replace('−', '–');

/** 'Expected 8:00 (+0:31)' */
const expectedInWords = ({ expected_minutes, difference_minutes }: ExpectedDay): string =>
  `Expected ${hoursAndMinutes(expected_minutes)}${difference_minutes === null ? '' : ` (${signed(difference_minutes)})`}`;

/** 'Expected 160:00    Difference +0:31    Balance +9:45' */
const expectedTotals = (time: ExpectedTime): string =>
  [
    `Expected ${hoursAndMinutes(time.expected_minutes)}`,
    `Difference ${signed(time.difference_minutes)}`,
    ...(time.balance_minutes === null ? [] : [`Balance ${signed(time.balance_minutes)}`]),
    ...(hasUnfinishedDay(time) ? [`(${ofFinishedDays})`] : []),
  ].join('    ');

function pagesOf(lines: readonly TableLine[], tableTop: number): TableLine[][] {
  const linesOfPage = Math.floor((signatureTop - tableTop) / leading) - 5;
  const count = Math.ceil(lines.length / linesOfPage);
  return Array.from({ length: count }, (_, index) => lines.slice(index * linesOfPage, (index + 1) * linesOfPage));
}

type FactLine = readonly [label: Line, value: Line];

/** Facts about the person. A long name takes several lines. */
function factsOf({ employee, company, timezone = '' }: TimesheetRow, breaker: LineBreaker): FactLine[] {
  const facts = [
    ['Name', employee.name],
    ['Employee ID', employee.employee_id],
    ['Company', company.name],
    ['Department', employee.department],
    ['Time zone', timezone],
  ] as const;
  const known = facts.filter(([, value]) => value !== '');
  return known.flatMap(([label, value]) =>
    breaker
      .lines(value, right - page.margin - labelWidth)
      .map((line, index): FactLine => [breaker.lines(index === 0 ? label : '', labelWidth)[0] ?? noLine, line]),
  );
}

function drawHead(doc: PdfDocument, facts: readonly FactLine[], period: string): void {
  doc.drawText('Timesheet', page.margin, page.margin + 14, { weight: 'bold', size: 16 });
  doc.drawText(period, right, page.margin + 14, { size: 11, align: 'right' });
  doc.drawLines(
    facts.map(([label]) => label),
    page.margin,
    factsTop,
  );
  doc.drawLines(
    facts.map(([, value]) => value),
    page.margin + labelWidth,
    factsTop,
  );
}

function drawTable(doc: PdfDocument, lines: readonly TableLine[], tableTop: number): void {
  for (const [index, { title, left }] of columns.entries()) {
    doc.drawText(title, left, tableTop - leading * 0.5, { weight: 'bold' });
    const cells = lines.map((cellsOfLine) => cellsOfLine[index] ?? noLine);
    doc.drawLines(cells, left, tableTop);
  }
  doc.drawRule(page.margin, right, tableTop - leading * 0.2);
}

function drawEnd(doc: PdfDocument, row: TimesheetRow, top: number): void {
  doc.drawRule(page.margin, right, top - leading * 0.8);
  const totals = `Worked ${hoursAndMinutes(row.worked_minutes)}    Break ${hoursAndMinutes(row.break_minutes)}`;
  doc.drawText(`${totals}    Days present ${row.days_present}`, page.margin, top + leading * 0.2, {
    weight: 'bold',
    size: 10,
  });
  if (row.expected_time)
    doc.drawText(expectedTotals(row.expected_time), page.margin, top + leading * 1.4, { weight: 'bold', size: 10 });
  const width = (right - page.margin - 40) / 2;
  for (const [index, who] of ['Employee', 'For the company'].entries()) {
    const left = page.margin + index * (width + 40);
    doc.drawRule(left, left + width, signatureTop + 20);
    doc.drawText(`${who}: date and signature`, left, signatureTop + 20 + leading);
  }
}

function drawFoot(doc: PdfDocument, { origin }: TimesheetFile, breaker: LineBreaker, place: string): void {
  const bottom = page.height - page.margin;
  doc.drawLines(
    breaker.lines(`Exported on ${origin.exportedOn} by ${origin.user}`, 450).slice(0, 1),
    page.margin,
    bottom - leading,
  );
  doc.drawText(place, right, bottom, { align: 'right' });
}
