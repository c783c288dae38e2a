// Seals a workbook. Its last sheet states the hash of the file without that line and the ones below, and the seal
// covers that line and all above it, so every byte is covered. To check the hash, the archive is rebuilt without those
// lines; to compare the file, with them.

import { cleanFacts, type Fact, labels, sealOf, signatureFacts } from '../proof/about.ts';
import { hashOfFile } from '../proof/sha256.ts';
import type { Signed } from '../proof/signature.ts';
import { factRows, frameOf, type PackedSheet, sheetPath, workbookType } from './workbook.ts';
import { type PackedFile, store, writeZip } from './zip.ts';

interface Contents {
  /** Sheets in order, with the paths that belong to their places. */
  readonly sheets: readonly PackedSheet[];
  readonly author: string;
  readonly facts: readonly Fact[];
  sign?(seal: string): Promise<Signed | undefined>;
}

export async function sealWorkbook({ sheets, author, facts, sign }: Contents): Promise<Blob> {
  const above = cleanFacts(facts);
  const { parts, about } = await frameOf(sheets, author, above);
  const archive = async (text: string) =>
    writeZip([...parts, ...sheets.map(({ part }) => part), await store(sheetPath(sheets.length), text)], workbookType);

  const file: Fact = [labels.file, await hashOfFile(await archive(about))];
  const seal = sealOf([...above, file]);
  const signed = await sign?.(seal);
  return archive(withLines(about, above.length, [file, [labels.seal, seal], ...signatureFacts(signed)]));
}

/** Whether a workbook whose last sheet has these lines is the sealed one, byte for byte. */
export async function isOriginal(file: Blob, parts: readonly PackedFile[], lines: readonly Fact[]): Promise<boolean> {
  const last = parts.at(-1);
  const at = lines.findIndex(([label]) => label === labels.file);
  if (!last || at === -1) return false;
  const about = await last.packed.text();
  const sealed = withoutLines(about, at);
  if (sealed === undefined || withLines(sealed, at, lines.slice(at)) !== about) return false;
  const archive = async (text: string) => writeZip([...parts.slice(0, -1), await store(last.name, text)], '');
  const [, hash] = lines[at] ?? [];
  return (
    hash === (await hashOfFile(await archive(sealed))) &&
    (await hashOfFile(file)) === (await hashOfFile(await archive(about)))
  );
}

const end = '</sheetData>';

const withLines = (about: string, count: number, lines: readonly Fact[]): string =>
  about.replace(end, () => factRows(lines, count + 1) + end);

function withoutLines(about: string, count: number): string | undefined {
  const [from, to] = [about.indexOf(`<row r="${count + 1}"`), about.indexOf(end)];
  return from === -1 || to < from ? undefined : about.slice(0, from) + about.slice(to);
}
