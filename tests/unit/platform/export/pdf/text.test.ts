// Names written from right to left become glyphs in visual order.
import { expect, test } from 'vitest';
import { joinArabic, visualOrder } from '../../../../../src/platform/export/pdf/text/bidi.ts';

const names = (text: string) => Array.from(text, (glyph) => glyph.codePointAt(0)?.toString(16));

test('gives Arabic letters the forms that fit their neighbours', () => {
  // beh isolated, initial, medial, final; alef joins only the letter before it
  expect(names(joinArabic('ب'))).toEqual(['fe8f']);
  expect(names(joinArabic('ببب'))).toEqual(['fe91', 'fe92', 'fe90']);
  expect(names(joinArabic('باب'))).toEqual(['fe91', 'fe8e', 'fe8f']);
});

test('makes one glyph of lam and alef, also after another letter and under marks', () => {
  expect(names(joinArabic('لا'))).toEqual(['fefb']);
  expect(names(joinArabic('بلا'))).toEqual(['fe91', 'fefc']);
  expect(names(joinArabic('لأ'))).toEqual(['fef7']);
});

test('loses no letter, whatever its neighbours', () => {
  for (const name of ['عبد الله', 'بالله', 'علاء الدين', 'پیمان گچی ژاله', 'مُحَمَّد', 'Anna محمد 12']) {
    expect(joinArabic(name).normalize('NFKC')).toBe(name.normalize('NFKC'));
  }
});

test('separates letters at a non-joiner and joins them at a kashida', () => {
  expect(names(joinArabic('ب\u200cب'))).toEqual(['fe8f', '200c', 'fe8f']);
  expect(names(joinArabic('ب\u0640ب'))).toEqual(['fe91', '640', 'fe90']);
});

test.each([
  ['שלום', 'םולש'],
  ['Anna שלום Smith', 'Anna םולש Smith'],
  ['דוד לוי (2) abc', 'abc (2) יול דוד'],
  ['שלום 123', '123 םולש'],
  ['שלום 12:30', '12:30 םולש'],
  ['שלום 5%', '5% םולש'],
  ['Acme (שלום)', 'Acme (םולש)'],
  ['Anna (Smith)', 'Anna (Smith)'],
  ['#1: \u2068דוד לוי\u2069, Check In, 12:30', '#1: יול דוד, Check In, 12:30'],
  ['#1: \u2068דוד\u2069, \u2068שרה (2)\u2069', '#1: דוד, (2) הרש'],
  ['#1: \u2068דוד לוי', '#1: יול דוד'],
])('draws %s as %s', (logical, visual) => {
  expect(visualOrder(logical)).toBe(visual);
});
