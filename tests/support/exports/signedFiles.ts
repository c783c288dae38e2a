// Signed files for tests, and what people may do to the parts of workbooks. Needs only Node.
import { createHash, generateKeyPairSync, sign as signWith } from 'node:crypto';
import type { Row } from '../../../src/platform/export/columns.ts';
import type { CorrectionRow } from '../../../src/platform/export/correctionRows.ts';
import type { ExportFormat } from '../../../src/platform/export/errors.ts';
import { createPdfWriter } from '../../../src/platform/export/pdf/writer.ts';
import type { Claim, ServerKey, Signed } from '../../../src/platform/export/proof/signature.ts';
import { createBuilder } from '../../../src/platform/export/worker/builder.ts';
import { createExcelWriter } from '../../../src/platform/export/xlsx/writer.ts';
import { contentOf, pack, type PackedFile, readZip, writeZip } from '../../../src/platform/export/xlsx/zip.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const fingerprint = createHash('sha256')
  .update(publicKey.export({ type: 'spki', format: 'der' }))
  .digest('hex');

/** Of the server that signs here. */
export const key: ServerKey = { public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(), fingerprint };

/** As the server signs, without looking at its records. */
export async function sign(claim: Claim): Promise<Signed> {
  const statement = JSON.stringify({
    type: 'attendance-export-1',
    server: 'https://console.example',
    key: fingerprint,
    signed_at: '2026-03-03T08:00:00Z',
    user_id: 1,
    user: 'Ada (ada@example.com)',
    filters: {},
    up_to_id: 100,
    total: claim.rows,
    ...claim,
  });
  return { statement, signature: signWith(null, Buffer.from(statement), privateKey).toString('base64') };
}

const names = ['Jane', '=1+1', 'O’Brien & Sons', '_x0041_', ' spaces ', 'bell\u0007', '王', 'two\nlines', 'last'];

export const rowsOf = (all: readonly string[] = names): Row[] =>
  all.map((name, id) => ({
    id,
    cells: [name, '007', 'Check In', '2026-03-01 08:00:00', 'Door', 'Acme', 'Pending', ''],
  }));

interface Exported {
  rows?: readonly Row[];
  corrections?: readonly CorrectionRow[];
  filters?: readonly { label: string; value: string }[];
  isSigned?: boolean;
}

/** As the console exports it. */
export const exportWorkbook = (what: Exported = {}): Promise<Blob> => exportFile('excel', what);

/** Of rows that need no font. */
export const exportPdf = (what: Exported): Promise<Blob> => exportFile('pdf', what);

async function exportFile(
  format: ExportFormat,
  { rows = rowsOf(), corrections, filters = [], isSigned = true }: Exported,
): Promise<Blob> {
  const pdf = createPdfWriter({ names: async () => [], read: () => Promise.reject(new Error('No fonts')) });
  const builder = createBuilder({ excel: createExcelWriter(), pdf });
  builder.add(rows, 'end');
  const origin = { filters, zone: 'UTC', user: 'Ada', exportedOn: 'now', serverTotal: rows.length, notes: [] };
  const [file] = await builder.build(
    { format, origin: { ...origin, ...(corrections && { corrections }) } },
    () => undefined,
    isSigned ? sign : undefined,
  );
  if (!file) throw new Error('There is no file');
  return file.blob;
}

export interface TextPart {
  readonly name: string;
  readonly text: string;
}

/** The parts of a workbook as texts, in their order. */
export async function partsOf(file: Blob): Promise<TextPart[]> {
  const archive = await readZip(file);
  return Promise.all((archive?.files ?? []).map(async (part) => ({ name: part.name, text: await textOf(part) })));
}

async function textOf(part: PackedFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of contentOf(part)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** A workbook of these parts, packed by somebody else. */
export async function workbookOf(parts: readonly TextPart[]): Promise<Blob> {
  return writeZip(await Promise.all(parts.map(({ name, text }) => pack(name, [text]))), 'application/octet-stream');
}

/** The workbook with the text of one part changed. */
export async function withPart(file: Blob, name: string, change: (text: string) => string): Promise<Blob> {
  const parts = await partsOf(file);
  const changed = parts.map((part) => (part.name === name ? { name, text: change(part.text) } : part));
  if (changed.every(({ text }, index) => text === parts[index]?.text)) throw new Error(`${name} was not changed`);
  return workbookOf(changed);
}

/** The workbook with another part, and with whatever leads to it. */
export async function withNewPart(
  file: Blob,
  part: TextPart,
  changes: Readonly<Record<string, (text: string) => string>> = {},
): Promise<Blob> {
  const parts = await partsOf(file);
  return workbookOf([...parts.map(({ name, text }) => ({ name, text: changes[name]?.(text) ?? text })), part]);
}
