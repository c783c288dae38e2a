// Puts the characters of a line into visual order, from left to right, by Unicode's bidirectional algorithm (UAX #9).
// It supports isolates, which separate names from the text around them, but not embeddings, which names do not have.

import { rightToLeft } from '../../../../shared/words/isolated.ts';

type Kind = 'L' | 'R' | 'number' | 'separator' | 'unit' | 'mark' | 'neutral';

function kindOf(character: string): Kind {
  if (/\p{Nd}/u.test(character)) return 'number';
  if (/[-+.,:/]/.test(character)) return 'separator';
  if (/[%‰#°\p{Sc}]/u.test(character)) return 'unit';
  if (/\p{M}/u.test(character)) return 'mark';
  if (!/[\p{L}\p{Nl}]/u.test(character)) return 'neutral';
  return rightToLeft.test(character) ? 'R' : 'L';
}

/** Text between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. A line may end before the latter. */
const isolates = /\u2068([^\u2068\u2069]*)\u2069?/g;
/** Placeholders for isolates in the text around them: 32 noncharacters. */
const firstPlace = 0xfdd0;
const places = /[\ufdd0-\ufdef]/g;

/** Orders each isolate by itself, and treats it as one neutral character in the text around it. */
export function visualOrder(text: string): string {
  const parts: string[] = [];
  const around = text.replace(isolates, (_, part: string) => {
    parts.push(part);
    return String.fromCharCode(firstPlace + parts.length - 1);
  });
  return inOrder(around).replace(places, (place) => inOrder(parts[place.charCodeAt(0) - firstPlace] ?? place));
}

function inOrder(text: string): string {
  if (!rightToLeft.test(text)) return text;
  const characters = Array.from(text);
  const kinds = characters.map(kindOf);
  const base = kinds.find((kind) => kind === 'L' || kind === 'R') === 'R' ? 1 : 0;
  const levels = levelsOf(kinds, base);
  const shown = characters.map((character, at) => ((levels[at] ?? 0) % 2 === 1 ? mirrored(character) : character));
  for (let level = Math.max(...levels); level >= 1; level -= 1) reverseFrom(level, shown, levels);
  return shown.join('');
}

type Resolved = 'L' | 'R' | 'number' | 'neutral';

/** 12:30, 1.5 and 5% are one number each. Any other separator or unit counts as a space. */
function belongsToNumber(kinds: readonly Kind[], at: number): boolean {
  const [before, kind, after] = [kinds[at - 1], kinds[at], kinds[at + 1]];
  if (kind === 'separator') return before === 'number' && after === 'number';
  return kind === 'number' || before === 'number' || after === 'number';
}

/** Computes embedding levels. Even ones run from left to right, odd ones from right to left. */
function levelsOf(kinds: Kind[], base: 0 | 1): number[] {
  const baseKind = base === 1 ? 'R' : 'L';
  let strong: 'L' | 'R' = baseKind;
  const resolved: Resolved[] = [];
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'L' || kind === 'R') strong = kind;
    if (kind === 'L' || kind === 'R' || kind === 'neutral') resolved.push(kind);
    else if (kind === 'mark') resolved.push(resolved.at(-1) ?? 'neutral');
    else if (belongsToNumber(kinds, at)) resolved.push(strong === 'L' ? 'L' : 'number');
    else resolved.push('neutral');
  }
  const side = (kind: Resolved | undefined) => (kind === 'number' ? 'R' : (kind ?? baseKind));
  return resolved.map((kind, at) => {
    if (kind !== 'neutral') return levelOf(kind, base);
    const before = side(resolved.slice(0, at).findLast((other) => other !== 'neutral'));
    const after = side(resolved.slice(at).find((other) => other !== 'neutral'));
    return before === after && before !== 'neutral' ? levelOf(before, base) : base;
  });
}

function levelOf(kind: 'L' | 'R' | 'number', base: 0 | 1): number {
  if (kind === 'R') return 1;
  return base === 1 || kind === 'number' ? 2 : 0;
}

function reverseFrom(level: number, shown: string[], levels: number[]): void {
  for (let from = 0; from < shown.length; from += 1) {
    let to = from;
    while (to < shown.length && (levels[to] ?? 0) >= level) to += 1;
    if (to === from) continue;
    shown.splice(from, to - from, ...shown.slice(from, to).reverse());
    levels.splice(from, to - from, ...levels.slice(from, to).reverse());
    from = to;
  }
}

const pairs = ['()', '[]', '{}', '<>', '«»', '‹›'];
const mirrors = new Map(
  pairs.flatMap(
    ([open = '', close = '']) =>
      [
        [open, close],
        [close, open],
      ] as const,
  ),
);
const mirrored = (character: string) => mirrors.get(character) ?? character;

// Joins Arabic letters. A PDF draws glyphs one by one, so each letter must be replaced by the form that fits its
// neighbors. The forms are Unicode's, each of which decomposes to its letter.

/** Forms of a letter, or of lam with alef: isolated, final and, if it joins on both sides, initial and medial. */
const forms = new Map<string, string[]>();
for (const [first, last] of [
  [0xfe80, 0xfefc],
  [0xfb50, 0xfbff],
] as const) {
  for (let code = first; code <= last; code += 1) {
    const form = String.fromCharCode(code);
    const letter = form.normalize('NFKC');
    if (letter === form) continue;
    const lettersForms = forms.get(letter);
    if (lettersForms) lettersForms.push(form);
    else forms.set(letter, [form]);
  }
}

/** The kashida and the zero-width joiner join with any neighbor. */
const joiners = /^[\u0640\u200d]$/;
const clusters = /\u0644\p{Mn}*[\u0622\u0623\u0625\u0627]\p{Mn}*|[\s\S]\p{Mn}*/gu;

export function joinArabic(text: string): string {
  if (!/\p{Script=Arabic}/u.test(text)) return text;
  const letters = Array.from(text.match(clusters) ?? [], (cluster) => {
    const letter = cluster.replace(/\p{Mn}/gu, '');
    return { letter, marks: cluster.match(/\p{Mn}/gu)?.join('') ?? '', forms: forms.get(letter) ?? [] };
  });
  const joinsNext = (at: number) => joiners.test(letters[at]?.letter ?? '') || (letters[at]?.forms.length ?? 0) > 2;
  const joinsBefore = (at: number) => joiners.test(letters[at]?.letter ?? '') || (letters[at]?.forms.length ?? 0) > 1;
  return letters
    .map(({ letter, marks, forms: [isolated = letter, final = isolated, initial = isolated, medial = final] }, at) => {
      const before = joinsBefore(at) && joinsNext(at - 1);
      const next = joinsNext(at) && joinsBefore(at + 1);
      if (before) return (next ? medial : final) + marks;
      return (next ? initial : isolated) + marks;
    })
    .join('');
}
