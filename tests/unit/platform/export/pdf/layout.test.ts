// The pages of a table in a PDF.
import { expect, test } from 'vitest';
import { PdfDocument } from '../../../../../src/platform/export/pdf/document.ts';
import { createLineBreaker, layOut } from '../../../../../src/platform/export/pdf/layout.ts';
import { createTypesetter } from '../../../../../src/platform/export/pdf/text/typesetter.ts';

test('a row that is higher than a page loses no line', async () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`);
  const typesetter = await createTypesetter(words, { names: async () => [], read: async () => new ArrayBuffer() });
  const doc = new PdfDocument({ title: 'Long', author: 'Ada' }, typesetter);
  const breaker = createLineBreaker(typesetter, (run) => doc.measure(run));
  const paper = { left: 0, width: 200, gap: 10, linesOnFirst: 5, linesOnOthers: 20 };
  const { pages } = layOut(
    ['Reason', 'State'],
    [
      ['short', 'Applied'],
      [words.join(' '), 'Waiting'],
      ['last', 'Refused'],
    ],
    paper,
    breaker,
  );
  expect(pages.length).toBeGreaterThan(3);
  for (const [index, columns] of pages.entries())
    for (const lines of columns) expect(lines.length).toBeLessThanOrEqual(index === 0 ? 5 : 20);
  const shown = pages.flatMap(([reason = []]) => reason.flatMap((line) => line.map(({ glyphs }) => glyphs)));
  expect(shown.join(' ').split(' ')).toEqual(['short', ...words, 'last']);
});
