// Checks whether an exported file has changed, and whether the server signed it. Without a signature this finds
// accidents and careless edits only: anyone who knows how the hashes are made can make them again.

import { aboutTitle, labels, sealOf, type Fact } from './about.ts';
import { hashedLine, titles } from '../../format/exportedRow.ts';
import { correctionsTitle, correctionTitles } from '../correctionRows.ts';
import type { ExportFormat } from '../errors.ts';
import { readSealedPdf } from '../pdf/seal.ts';
import { readWorkbook, type Workbook } from '../xlsx/read.ts';
import { recordsTitle } from '../xlsx/recordsSheet.ts';
import { Sha256 } from './sha256.ts';
import { hashedSheets, hashOfSheet } from './sheetHashes.ts';
import { checkSignature, type ServerKey, type SignatureResult, type Signed } from './signature.ts';

export type Verification =
  | { state: 'unchanged'; format: ExportFormat; details: Detail[]; signature: SignatureResult }
  | { state: 'changed'; details: Detail[]; difference: string }
  | { state: 'notExported' };

interface Detail {
  label: string;
  value: string;
}

/** `key` is the server's; undefined where it signs no exports. */
export async function verify(file: Blob, key?: ServerKey): Promise<Verification> {
  const pdf = await readSealedPdf(file);
  if (pdf) {
    const { facts, seal, signed, isIntact } = pdf;
    if (!isIntact) return changed(facts, 'Its bytes differ from those of the exported file.');
    const rowsHash = factOf(facts, labels.rowsHash);
    return unchanged('pdf', facts, await checkSignature(signed, { rowsHash, seal }, key));
  }
  const workbook = await readWorkbook(file);
  return workbook ? verifyWorkbook(workbook, key) : { state: 'notExported' };
}

async function verifyWorkbook(workbook: Workbook, key: ServerKey | undefined): Promise<Verification> {
  const lines: Fact[] = [];
  for await (const [label = '', value = ''] of workbook.rows(aboutTitle) ?? []) {
    if (label !== '') lines.push([label, value]);
  }
  const seal = factOf(lines, labels.seal);
  const records = workbook.rows(recordsTitle);
  if (seal === undefined) return { state: 'notExported' };
  const sealAt = lines.findIndex(([label]) => label === labels.seal);
  const facts = lines.slice(0, sealAt + 1);
  const sheets = hashedSheets(facts);
  if (sheets.length > 0) return verifySheets(workbook, { facts, sheets, seal });
  if (!records) return changed(facts, `The sheet ‘${recordsTitle}’ is missing.`);

  const { rows, rowsHash, hasTitles } = await readSheet(records, titles);
  if (!hasTitles) return changed(facts, 'The column titles were changed.');
  const exported = factOf(facts, labels.rows) ?? 'an unknown number';
  if (String(rows) !== exported) return changed(facts, `The file has ${rows} rows; ${exported} were exported.`);
  if (rowsHash !== factOf(facts, labels.rowsHash))
    return changed(facts, 'At least one cell was changed, or rows were moved.');
  const correctionsHash = factOf(facts, labels.correctionsHash);
  if (correctionsHash !== undefined) {
    const corrections = workbook.rows(correctionsTitle);
    if (!corrections) return changed(facts, `The sheet ‘${correctionsTitle}’ is missing.`);
    const read = await readSheet(corrections, correctionTitles);
    if (!read.hasTitles || read.rowsHash !== correctionsHash)
      return changed(facts, `The sheet ‘${correctionsTitle}’ was changed.`);
  }
  if (sealOf(facts.slice(0, sealAt)) !== seal) return changed(facts, `The sheet ‘${aboutTitle}’ was changed.`);
  return unchanged('excel', facts, await checkSignature(signedIn(lines), { rowsHash, seal }, key));
}

interface Hashed {
  readonly facts: readonly Fact[];
  readonly sheets: ReturnType<typeof hashedSheets>;
  readonly seal: string;
}

/** A file of other sheets than attendance. The server signs none of them. */
async function verifySheets(workbook: Workbook, { facts, sheets, seal }: Hashed): Promise<Verification> {
  for (const { sheet, hash } of sheets) {
    const rows = workbook.rows(sheet);
    if (!rows) return changed(facts, `The sheet ‘${sheet}’ is missing.`);
    if ((await hashOfSheet(rows)) !== hash) return changed(facts, `The sheet ‘${sheet}’ was changed.`);
  }
  if (sealOf(facts.slice(0, -1)) !== seal) return changed(facts, `The sheet ‘${aboutTitle}’ was changed.`);
  return unchanged('excel', facts, { kind: 'none' });
}

/** The rows below the titles. Programs leave out empty cells at the end of a row. */
async function readSheet(sheet: AsyncIterable<string[]>, titles: readonly string[]) {
  const hash = new Sha256();
  let rows = -1;
  let hasTitles = false;
  for await (const cells of sheet) {
    rows += 1;
    while (cells.length < titles.length) cells.push('');
    if (rows > 0) hash.update(hashedLine(cells));
    else hasTitles = cells.join('\n') === titles.join('\n');
  }
  return { rows, rowsHash: hash.hex(), hasTitles };
}

const factOf = (facts: readonly Fact[], wanted: string) => facts.find(([label]) => label === wanted)?.[1];

function signedIn(lines: readonly Fact[]): Signed | undefined {
  const statement = factOf(lines, labels.statement);
  const signature = factOf(lines, labels.signature);
  if (statement === undefined && signature === undefined) return undefined;
  return { statement: statement ?? '', signature: signature ?? '' };
}

const unchanged = (format: ExportFormat, facts: readonly Fact[], signature: SignatureResult): Verification => ({
  state: 'unchanged',
  format,
  details: detailsOf(facts),
  signature,
});

const changed = (facts: readonly Fact[], difference: string): Verification => ({
  state: 'changed',
  details: detailsOf(facts),
  difference,
});

const detailsOf = (facts: readonly Fact[]): Detail[] => facts.map(([label, value]) => ({ label, value }));
