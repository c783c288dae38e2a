// Which person in the HR system each employee is, and which cannot be determined.

import { describe, expect, test } from 'vitest';
import { matchPeople, proposeMatches } from '../../../../../server/features/hr/people/matchPeople.ts';

const employee = (id: number, employee_id: string, name = `Employee ${id}`, email = '') => ({
  id,
  employee_id,
  name,
  email,
});
const person = (id: string, number: string, name = `Person ${id}`, email = '', is_active = true) => ({
  id,
  number,
  name,
  email,
  is_active,
});
const none = new Map<number, string>();

describe('matching', () => {
  test.each([
    ['the same number', '00101', '00101'],
    ['case, spaces and full-width digits', ' ab １２ ', 'AB12'],
    ['leading zeros that a spreadsheet lost', '00101', '101'],
  ])('by number: %s', (_, ours, theirs) => {
    const { matches } = matchPeople([employee(1, ours)], [person('a', theirs)], 'number', none);
    expect(matches.get(1)).toEqual({ person_id: 'a', matched_by: 'number' });
  });

  test('leading zeros tell people apart who have both numbers', () => {
    const employees = [employee(1, '01'), employee(2, '1')];
    const { matches } = matchPeople(employees, [person('a', '1'), person('b', '01')], 'number', none);
    expect([matches.get(1)?.person_id, matches.get(2)?.person_id]).toEqual(['b', 'a']);
  });

  test('by e-mail, in any case', () => {
    const employees = [employee(1, '1', 'Ann', 'Ann@Example.com'), employee(2, '2')];
    const people = [person('a', '9', 'Ann', 'ann@example.com'), person('b', '2')];
    const { matches } = matchPeople(employees, people, 'email', none);
    expect([...matches]).toEqual([[1, { person_id: 'a', matched_by: 'email' }]]);
  });

  test('a person who could be two employees is not matched, and both are named', () => {
    const employees = [employee(1, '007', 'Ann'), employee(2, '07', 'Bob')];
    const { matches, notes } = matchPeople(employees, [person('a', '7', 'Cy')], 'number', none);
    expect([...matches]).toEqual([]);
    for (const id of [1, 2]) expect(notes.get(id)).toMatch(/Cy \(a\): Ann \(007\), Bob \(07\)/);
  });

  test('an employee who could be two people is not matched, and both are named', () => {
    const people = [person('a', '7', 'Cy'), person('b', '7', 'Di')];
    const { matches, notes } = matchPeople([employee(1, '7')], people, 'number', none);
    expect([...matches]).toEqual([]);
    expect(notes.get(1)).toContain('Cy (a), Di (b)');
  });

  test('of thousands who share a placeholder, only the first are named', () => {
    const email = 'none@acme.example';
    const ids = Array.from({ length: 3_000 }, (_, index) => index + 1);
    const employees = ids.map((id) => employee(id, `E${id}`, 'Ann', email));
    const people = ids.map((id) => person(`P${id}`, '', 'Cy', email));
    const { matches, notes } = matchPeople(employees, people, 'email', none);
    expect(matches.size).toBe(0);
    expect(notes.get(3_000)).toBe(
      'Several employees have the same e-mail, that of ' +
        'Cy (P1), Cy (P2), Cy (P3), Cy (P4), Cy (P5) and 2,995 more: ' +
        'Ann (E1), Ann (E2), Ann (E3), Ann (E4), Ann (E5) and 2,995 more',
    );
  });

  test('a person who came back is matched as active, and one who left is still found', () => {
    const people = [person('a', '7', 'Cy', '', false), person('b', '7', 'Cy'), person('c', '8', 'Di', '', false)];
    const { matches } = matchPeople([employee(1, '7'), employee(2, '8')], people, 'number', none);
    expect([matches.get(1)?.person_id, matches.get(2)?.person_id]).toEqual(['b', 'c']);
  });

  test('a choice wins over the number, for both sides', () => {
    const employees = [employee(1, '1'), employee(2, '2')];
    const people = [person('a', '1'), person('b', '2')];
    const { matches } = matchPeople(employees, people, 'number', new Map([[1, 'b']]));
    expect([...matches]).toEqual([[1, { person_id: 'b', matched_by: 'chosen' }]]);
  });

  test('no number matches no number', () => {
    expect([...matchPeople([employee(1, '')], [person('a', '')], 'number', none).matches]).toEqual([]);
  });
});

describe('proposals', () => {
  const proposed = (ours: readonly string[], theirs: readonly string[]) =>
    Object.fromEntries(
      [
        ...proposeMatches(
          ours.map((name, index) => employee(index, `E${index}`, name)),
          theirs.map((name, index) => person(String(index), '', name)),
        ),
      ].map(([id, person_id]) => [ours[id] ?? '', theirs[Number(person_id)] ?? '']),
    );

  test('are of much the same name, in any order and without accents', () => {
    expect(proposed(['José García', 'Anna Müller'], ['Garcia, Jose', 'MULLER Anna', 'Ann Miller'])).toEqual({
      'José García': 'Garcia, Jose',
      'Anna Müller': 'MULLER Anna',
    });
  });

  test('are not made of a first name alone, nor where two are as good', () => {
    expect(proposed(['Maria Garcia'], ['Maria Kowalski'])).toEqual({});
    expect(proposed(['Maria Garcia'], ['Maria Garcia', 'Garcia Maria'])).toEqual({});
    expect(proposed(['Maria Garcia', 'Garcia Maria'], ['Maria Garcia'])).toEqual({});
  });
});
