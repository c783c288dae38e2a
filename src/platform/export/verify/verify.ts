// Checks whether an exported file was changed, and whether the server signed it. Without a signature, this only detects
// accidents and careless edits, as anyone who knows how the hashes are computed can recompute them.

import { hashedLine, titles, zonedTitles } from '../../../shared/words/exportedRow.ts';
import { correctionsTitle, correctionTitles, recordsTitle } from '../columns.ts';
import type { ExportFormat } from '../errors.ts';
import { readSealedPdf } from '../pdf/seal.ts';
import { aboutTitle, type Fact, labels, sealOf } from '../proof/about.ts';
import { Sha256 } from '../proof/sha256.ts';
import { hashedSheets, hashOfSheet } from '../proof/sheetHashes.ts';
import {
  checkSignature,
  type FalseSignature,
  isFalse,
  type ServerKey,
  type Signed,
  type TrueSignature,
} from '../proof/signature.ts';
import { readWorkbook, type Workbook } from '../xlsx/readWorkbook.ts';
import { isOriginal } from '../xlsx/sealedWorkbook.ts';
import { NotAsExported } from '../xlsx/zip.ts';

export type Verification =
  /** The exported file, byte for byte. */
  | { state: 'unchanged'; format: ExportFormat; details: Detail[]; signature: TrueSignature }
  /** Another file with the exported cells, or one whose seal never covered more than the cells. */
  | { state: 'sameCells'; why: 'savedAgain' | 'earlierSeal'; details: Detail[]; signature: TrueSignature }
  | { state: 'falselySigned'; details: Detail[]; signature: FalseSignature }
  | { state: 'changed'; details: Detail[]; difference: string }
  | { state: 'notExported' };

interface Detail {
  label: string;
  value: string;
}

/** `key` is the server's, undefined if it does not sign exports. */
export async function verify(file: Blob, key?: ServerKey): Promise<Verification> {
  return (await verifyPdf(file, key)) ?? (await verifyWorkbook(file, key)) ?? { state: 'notExported' };
}

async function verifyPdf(file: Blob, key: ServerKey | undefined): Promise<Verification | undefined> {
  const pdf = await readSealedPdf(file);
  if (!pdf) return undefined;
  const { facts, seal, signed, isIntact } = pdf;
  const details = detailsOf(facts);
  if (!isIntact) return { state: 'changed', details, difference: 'Its bytes differ from those of the exported file.' };
  const signature = await checkSignature(signed, { rowsHash: factOf(facts, labels.rowsHash), seal }, key);
  return isFalse(signature)
    ? { state: 'falselySigned', details, signature }
    : { state: 'unchanged', format: 'pdf', details, signature };
}

async function verifyWorkbook(file: Blob, key: ServerKey | undefined): Promise<Verification | undefined> {
  let facts: readonly Fact[] = [];
  try {
    const workbook = await readWorkbook(file);
    if (!workbook?.sheets.includes(aboutTitle)) return undefined;
    const lines = await readLines(workbook);
    const sealAt = lines.findIndex(([label]) => label === labels.seal);
    if (sealAt === -1) return undefined;
    facts = lines.slice(0, sealAt + 1);
    const rowsHash = await checkSheets(workbook, facts);
    const [, seal = ''] = lines[sealAt] ?? [];
    if (sealOf(lines.slice(0, sealAt)) !== seal) throw wasChanged(aboutTitle);
    const signature = await checkSignature(signedIn(lines.slice(sealAt + 1)), { rowsHash, seal }, key);
    const details = detailsOf(facts);
    if (isFalse(signature)) return { state: 'falselySigned', details, signature };
    if (factOf(facts, labels.file) === undefined) return { state: 'sameCells', why: 'earlierSeal', details, signature };
    return (await isOriginal(file, workbook.parts, lines))
      ? { state: 'unchanged', format: 'excel', details, signature }
      : { state: 'sameCells', why: 'savedAgain', details, signature };
  } catch (error) {
    if (!(error instanceof NotAsExported)) throw error;
    return { state: 'changed', details: detailsOf(facts), difference: error.message };
  }
}

async function readLines(workbook: Workbook): Promise<Fact[]> {
  const lines: Fact[] = [];
  for await (const [label = '', value = '', ...others] of workbook.rows(aboutTitle)) {
    if (label === '' || others.length > 0) throw wasChanged(aboutTitle);
    lines.push([label, value]);
  }
  return lines;
}

/** Throws if a sheet contradicts the facts. Returns the hash of the attendance records, if there are any. */
async function checkSheets(workbook: Workbook, facts: readonly Fact[]): Promise<string | undefined> {
  const hashed = hashedSheets(facts);
  const correctionsHash = factOf(facts, labels.correctionsHash);
  const hasRecords = hashed.length === 0;
  const exported = hasRecords
    ? [recordsTitle, ...(correctionsHash === undefined ? [] : [correctionsTitle])]
    : hashed.map(({ sheet }) => sheet);
  const added = workbook.sheets.find((sheet) => sheet !== aboutTitle && !exported.includes(sheet));
  if (added !== undefined) throw new NotAsExported(`It has a sheet that was not exported: ‘${added}’.`);
  // The server does not sign such sheets.
  for (const { sheet, hash } of hashed) {
    if ((await hashOfSheet(workbook.rows(sheet))) !== hash) throw wasChanged(sheet);
  }
  if (!hasRecords) return undefined;

  const { rows, rowsHash, hasTitles } = await readSheet(workbook.rows(recordsTitle), [titles, zonedTitles]);
  if (!hasTitles) throw new NotAsExported('The column titles were changed.');
  const expected = factOf(facts, labels.rows) ?? 'an unknown number';
  if (String(rows) !== expected) throw new NotAsExported(`The file has ${rows} rows; ${expected} were exported.`);
  if (rowsHash !== factOf(facts, labels.rowsHash))
    throw new NotAsExported('At least one cell was changed, or rows were moved.');
  if (correctionsHash !== undefined) {
    const corrections = await readSheet(workbook.rows(correctionsTitle), [correctionTitles]);
    if (!corrections.hasTitles || corrections.rowsHash !== correctionsHash) throw wasChanged(correctionsTitle);
  }
  return rowsHash;
}

const wasChanged = (sheet: string) => new NotAsExported(`The sheet ‘${sheet}’ was changed.`);

/** Reads the rows below the titles. Programs leave out empty cells at the end of a row. */
async function readSheet(sheet: AsyncIterable<string[]>, knownTitles: readonly (readonly string[])[]) {
  const hash = new Sha256();
  let rows = -1;
  let titles: readonly string[] | undefined;
  for await (const cells of sheet) {
    rows += 1;
    if (rows === 0) titles = knownTitles.find((known) => known.join('\n') === cells.join('\n'));
    else {
      while (cells.length < (titles?.length ?? 0)) cells.push('');
      hash.update(hashedLine(cells));
    }
  }
  return { rows, rowsHash: hash.hex(), hasTitles: titles !== undefined };
}

const factOf = (facts: readonly Fact[], name: string) => facts.find(([label]) => label === name)?.[1];

/** Accepts nothing but the signature in the lines after the seal. */
function signedIn(lines: readonly Fact[]): Signed | undefined {
  if (lines.length === 0) return undefined;
  const [statement, signature, ...others] = lines;
  const areKnown = statement?.[0] === labels.statement && signature?.[0] === labels.signature;
  if (!areKnown || others.length > 0) throw wasChanged(aboutTitle);
  return { statement: statement[1], signature: signature[1] };
}

const detailsOf = (facts: readonly Fact[]): Detail[] => facts.map(([label, value]) => ({ label, value }));
