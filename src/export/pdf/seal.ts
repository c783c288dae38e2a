// Seals a PDF: after its end, where readers ignore it, come the facts about it, a hash of everything before and, if the
// server signed it, the signature.

import type { Fact } from '../proof/about.ts';
import { Sha256 } from '../proof/sha256.ts';
import type { Signed } from '../proof/signature.ts';

const factsMark = '\n%rollcall-about ';
const hashMark = '\n%rollcall-sha256 ';
const signatureMark = '%rollcall-signature ';

export function sealPdf(pdf: ArrayBuffer, facts: readonly Fact[]): { blob: Blob; seal: string } {
  const about = new TextEncoder().encode(`${factsMark}${JSON.stringify(facts)}`);
  const seal = new Sha256().update(new Uint8Array(pdf)).update(about).hex();
  return { blob: new Blob([pdf, about, `${hashMark}${seal}\n`], { type: 'application/pdf' }), seal };
}

export function withSignature(blob: Blob, signed: Signed | undefined): Blob {
  return signed ? new Blob([blob, `${signatureMark}${JSON.stringify(signed)}\n`], { type: blob.type }) : blob;
}

interface SealedPdf {
  readonly facts: Fact[];
  readonly seal: string;
  readonly isIntact: boolean;
  readonly signed: Signed | undefined;
}

/** Undefined where the file is not a PDF that was exported here. */
export async function readSealedPdf(file: Blob): Promise<SealedPdf | undefined> {
  if ((await file.slice(0, 5).text()) !== '%PDF-') return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  const aboutAt = text.lastIndexOf(factsMark);
  const hashAt = text.lastIndexOf(hashMark);
  if (aboutAt === -1 || hashAt < aboutAt) return undefined;
  const about = new TextDecoder().decode(bytes.subarray(aboutAt + factsMark.length, hashAt));
  const seal = new Sha256().update(bytes.subarray(0, hashAt)).hex();
  const end = readEnd(new TextDecoder().decode(bytes.subarray(hashAt + hashMark.length)));
  return { facts: readFacts(about), seal, isIntact: end?.hash === seal, signed: end?.signed };
}

/** Nothing else may follow the hash: readers use the last pages that a file describes. */
function readEnd(text: string): { hash: string; signed: Signed | undefined } | undefined {
  const [, hash = '', signature] = /^([0-9a-f]{64})\n(?:%rollcall-signature ([^\r\n]+)\n)?$/.exec(text) ?? [];
  if (hash === '') return undefined;
  return { hash, signed: signature === undefined ? undefined : readSigned(signature) };
}

/** A signature that was edited is one that does not verify. */
function readSigned(json: string): Signed {
  const value = parse(json);
  const part = (name: string) =>
    typeof value === 'object' && value !== null && name in value ? String(Object(value)[name]) : '';
  return { statement: part('statement'), signature: part('signature') };
}

/** Facts that were edited: the hash differs then. */
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
