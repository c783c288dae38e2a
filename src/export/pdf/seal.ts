// Seals a PDF: after its end, where readers ignore it, come the facts about it and a hash of everything before.

import type { Fact } from '../proof/about.ts';
import { Sha256 } from '../proof/sha256.ts';

const factsMark = '\n%rollcall-about ';
const hashMark = '\n%rollcall-sha256 ';

export function sealPdf(pdf: ArrayBuffer, facts: readonly Fact[]): Blob {
  const about = new TextEncoder().encode(`${factsMark}${JSON.stringify(facts)}`);
  const hash = new Sha256().update(new Uint8Array(pdf)).update(about).hex();
  return new Blob([pdf, about, `${hashMark}${hash}\n`], { type: 'application/pdf' });
}

/** Undefined where the file is not a PDF that was exported here. */
export async function readSealedPdf(file: Blob): Promise<{ facts: Fact[]; isIntact: boolean } | undefined> {
  if ((await file.slice(0, 5).text()) !== '%PDF-') return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  const aboutAt = text.lastIndexOf(factsMark);
  const hashAt = text.lastIndexOf(hashMark);
  if (aboutAt === -1 || hashAt < aboutAt) return undefined;
  const about = new TextDecoder().decode(bytes.subarray(aboutAt + factsMark.length, hashAt));
  const hash = text.slice(hashAt + hashMark.length).trim();
  return { facts: readFacts(about), isIntact: new Sha256().update(bytes.subarray(0, hashAt)).hex() === hash };
}

function readFacts(json: string): Fact[] {
  try {
    const facts: unknown = JSON.parse(json);
    if (!Array.isArray(facts)) return [];
    return facts.filter(Array.isArray).map(([label, value]): Fact => [String(label), String(value)]);
  } catch {
    return []; // it was edited, so the hash will differ
  }
}
