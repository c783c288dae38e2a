// A select among many options: what it announces while somebody types.

import { expect, test } from 'vitest';
import { SearchSelect } from '../../../../../src/platform/ui/filters/SearchSelect.tsx';
import { listen } from '../../../../support/console/listen.ts';
import { click, field, render, text, type } from '../../../../support/console/render.tsx';

const options = ['Ada', 'Adam', 'Bee'].map((label) => ({ value: label, label }));

test('says how many options are left out of a long list', async () => {
  const many = Array.from({ length: 1_200 }, (_, n) => ({ value: `${n}`, label: `Person ${n}` }));
  await render(<SearchSelect label="Person" allLabel="All" value="" options={many} onChange={() => {}} />);
  await click(field('Person'));
  expect(text()).toContain('1,101 more: type to narrow the list');
});

test('says how many options a typed text leaves, or that there are none', async () => {
  await render(<SearchSelect label="Person" allLabel="All" value="" options={options} onChange={() => {}} />);
  const said = listen();
  await type(field('Person'), 'ad');
  await type(field('Person'), 'adx');
  await type(field('Person'), 'b');
  expect(said).toEqual(['2 options', 'Nothing matches', '1 option']);
});
