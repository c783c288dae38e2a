// Joins Arabic letters. A PDF draws glyphs one by one, so each letter must be replaced by the form that fits its
// neighbours. The forms come from Unicode: each decomposes to its letter.

/** From a letter, or lam with alef, to its forms: isolated, final and, if it joins on both sides, initial and medial. */
const forms = new Map<string, string[]>();
for (const [first, last] of [
  [0xfe80, 0xfefc],
  [0xfb50, 0xfbff],
] as const) {
  for (let code = first; code <= last; code += 1) {
    const form = String.fromCharCode(code);
    const letter = form.normalize('NFKC');
    if (letter === form) continue;
    const known = forms.get(letter);
    if (known) known.push(form);
    else forms.set(letter, [form]);
  }
}

/** The kashida and the zero-width joiner join with any neighbour. */
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
