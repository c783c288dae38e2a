// Seals a PDF by appending, as comments, the facts about it, a hash of everything before, and the signature if the
// server signed it. Then its last lines are repeated, as readers look for them in the last 1,024 bytes.

import type { Fact } from '../proof/about.ts';
import { Sha256 } from '../proof/sha256.ts';
import type { Signed } from '../proof/signature.ts';

const factsMark = '\n%rollcall-about ';
const hashMark = '\n%rollcall-sha256 ';
const signatureMark = '%rollcall-signature ';

interface Sealing {
  readonly seal: string;
  finish(signed: Signed | undefined): Blob;
}

export function sealPdf(pdf: ArrayBuffer, facts: readonly Fact[]): Sealing {
  const about = new TextEncoder().encode(`${factsMark}${JSON.stringify(facts)}`);
  const seal = new Sha256().update(new Uint8Array(pdf)).update(about).hex();
  return {
    seal,
    finish(signed) {
      const signature = signed ? `${signatureMark}${JSON.stringify(signed)}\n` : '';
      const parts = [pdf, about, `${hashMark}${seal}\n`, signature, lastLines(new TextDecoder('latin1').decode(pdf))];
      return new Blob(parts, { type: 'application/pdf' });
    },
  };
}

/** Returns the end of the file, where readers begin. */
const lastLines = (pdf: string) => `${pdf.slice(pdf.lastIndexOf('\nstartxref') + 1).trim()}\n`;

interface SealedPdf {
  readonly facts: Fact[];
  readonly seal: string;
  readonly isIntact: boolean;
  readonly signed: Signed | undefined;
}

/** Returns undefined if the file is not an exported PDF. */
export async function readSealedPdf(file: Blob): Promise<SealedPdf | undefined> {
  if ((await file.slice(0, 5).text()) !== '%PDF-') return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  const aboutAt = text.lastIndexOf(factsMark);
  const hashAt = text.lastIndexOf(hashMark);
  if (aboutAt === -1 || hashAt < aboutAt) return undefined;
  const about = new TextDecoder().decode(bytes.subarray(aboutAt + factsMark.length, hashAt));
  const seal = new Sha256().update(bytes.subarray(0, hashAt)).hex();
  const end = readEnd(new TextDecoder().decode(bytes.subarray(hashAt + hashMark.length)), text.slice(0, aboutAt));
  return { facts: readFacts(about), seal, isIntact: end?.hash === seal, signed: end?.signed };
}

/** Accepts nothing else after the hash, as readers show the last pages that a file defines. Older files end with it. */
function readEnd(text: string, pdf: string): { hash: string; signed: Signed | undefined } | undefined {
  const [, hash = '', signature, last = ''] =
    /^([0-9a-f]{64})\n(?:%rollcall-signature ([^\r\n]+)\n)?([\s\S]*)$/.exec(text) ?? [];
  if (hash === '' || (last !== '' && last !== lastLines(pdf))) return undefined;
  return { hash, signed: signature === undefined ? undefined : readSigned(signature) };
}

/** Reads an edited signature as one that does not verify. */
function readSigned(json: string): Signed {
  const value = parse(json);
  const part = (name: string) =>
    typeof value === 'object' && value !== null && name in value ? String(Object(value)[name]) : '';
  return { statement: part('statement'), signature: part('signature') };
}

/** Tolerates facts that were edited, as the hash then differs. */
function readFacts(json: string): Fact[] {
  const facts = parse(json);
  if (!Array.isArray(facts)) return [];
  return facts.filter(Array.isArray).map(([label, value]): Fact => [String(label), String(value)]);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
