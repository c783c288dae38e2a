// The table: native, selectable by keyboard, and cheap: only changed rows render.

import { useState } from 'react';
import { expect, test } from 'vitest';
import { createSelection } from '../../../../../src/platform/bulk/selection.ts';
import { type Column, Table } from '../../../../../src/platform/ui/data/Table.tsx';
import { allByRole, byRole, click, field, render } from '../../../../support/console/render.tsx';

interface Person {
  id: number;
  name: string;
}

const people: Person[] = Array.from({ length: 100 }, (_, index) => ({
  id: index + 1,
  name: `Person ${index + 1}`,
}));

const idOf = (person: Person) => person.id;

/** Columns that record which rows render. */
function watchedColumns(drawn: number[]): Column<Person>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      cell: (person) => {
        drawn.push(person.id);
        return person.name;
      },
    },
  ];
}

function People({ columns }: { columns: Column<Person>[] }) {
  const [picks] = useState(createSelection);
  const selection = { picks, allLabel: 'Select all people', label: (person: Person) => `Select ${person.name}` };
  return <Table caption="People" rows={people} rowKey={idOf} columns={columns} selection={selection} />;
}

test('renders one row when one of 100 is selected', async () => {
  const drawn: number[] = [];
  await render(<People columns={watchedColumns(drawn)} />);
  expect(drawn).toHaveLength(100);
  drawn.length = 0;
  await click(field('Select Person 7'));
  expect(drawn.filter((id) => id !== 7)).toEqual([]);
  expect(field('Select Person 7').checked).toBe(true);
});

test('selects a row by the cell around its checkbox, and by no other', async () => {
  await render(<People columns={watchedColumns([])} />);
  const box = field('Select Person 7');
  const [cell, name] = box.closest('tr')?.cells ?? [];
  if (!cell || !name) throw new Error('There are no cells');
  await click(cell);
  expect(box.checked).toBe(true);
  await click(name);
  expect(box.checked).toBe(true);
  await click(box);
  expect(box.checked).toBe(false);
});

test('select all is indeterminate, then checked, then unchecked', async () => {
  await render(<People columns={watchedColumns([])} />);
  const all = field('Select all people');
  await click(field('Select Person 3'));
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  await click(all);
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  expect(allByRole('checkbox').filter((box) => box.matches(':checked'))).toHaveLength(101);
  await click(all);
  expect(allByRole('checkbox').filter((box) => box.matches(':checked'))).toHaveLength(0);
});

test('renders all rows again when the columns change', async () => {
  function Switching() {
    const [isLoud, setLoud] = useState(false);
    const cell = ({ name }: Person) => (isLoud ? name.toUpperCase() : name);
    const columns = [{ id: 'name', header: 'Name', cell }];
    return (
      <>
        <button type="button" onClick={() => setLoud(true)}>
          Louder
        </button>
        <Table caption="People" rows={people.slice(0, 2)} rowKey={idOf} columns={columns} />
      </>
    );
  }
  await render(<Switching />);
  await click(byRole('button', 'Louder'));
  expect(byRole('table').textContent).toContain('PERSON 2');
});

test('has a caption and column headers and can be scrolled by keyboard', async () => {
  await render(<People columns={watchedColumns([])} />);
  expect(byRole('table').querySelector('caption')?.textContent).toBe('People');
  expect(byRole('table').querySelector('th[scope=col]:last-child')?.textContent).toBe('Name');
  expect(byRole('region', 'People').tabIndex).toBe(0);
});
