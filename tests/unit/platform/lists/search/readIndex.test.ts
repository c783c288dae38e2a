// A whole list is read for searching in the browser, however the server pages it.

import { expect, test } from 'vitest';
import type { Answered } from '../../../../../src/platform/api/client.ts';
import { ApiError } from '../../../../../src/platform/api/errors.ts';
import { readIndex } from '../../../../../src/platform/lists/search/readIndex.ts';
import type { Page } from '../../../../../src/shared/contract/decode.ts';
import { textMatcher } from '../../../../../src/shared/contract/searchText.ts';

interface Door {
  id: number;
  name: string;
}

const kind = {
  one: 'door',
  many: 'doors',
  nameOf: ({ name }: Door) => name,
  textsOf: ({ name }: Door) => [name],
};
const doors = (count: number): Door[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Door ${index + 1}` }));

function pageOf(all: readonly Door[], page: number, width: number): Answered<Page<Door>> {
  const data = all.slice((page - 1) * width, page * width);
  const last_page = Math.ceil(all.length / width);
  return {
    data: { data, total: all.length, last_page, current_page: page, per_page: width },
    message: '',
    unread: [],
  };
}

type Ask = (page: number, width: number | undefined) => Answered<Page<Door>>;
async function read(ask: Ask) {
  const { signal } = new AbortController();
  const { index, notes } = await readIndex({ ask: async (page, width) => ask(page, width) }, kind, {
    signal,
    onProgress: () => undefined,
  });
  return { ids: index.find('', '').map(({ id }) => id), index, notes };
}
const idsOf = (all: readonly Door[]) => all.map(({ id }) => id);

test('asks without a width where the server refuses one', async () => {
  const widths = new Set<number | undefined>();
  const all = doors(60);
  const { ids } = await read((page, width) => {
    widths.add(width);
    if (width !== undefined) throw new ApiError({ kind: 'invalid', status: 422, message: 'per_page: at most 50' });
    return pageOf(all, page, 15);
  });
  expect(ids).toEqual(idsOf(all));
  expect([...widths]).toEqual([100, undefined]);
});

test('reads each page once where nothing changes', async () => {
  const pages: number[] = [];
  const all = doors(350);
  const { ids, notes } = await read((page, width = 0) => {
    pages.push(page);
    return pageOf(all, page, width);
  });
  expect([ids, notes, pages]).toEqual([idsOf(all), [], [1, 2, 3, 4]]);
});

test('notices a list that changes while it is read, and reads it again', async () => {
  let all = doors(30);
  let requests = 0;
  const { ids, notes } = await read((page) => {
    requests += 1;
    // Doors 1 and 2 disappear, so doors of the next page move up to the page that was already read.
    if (requests === 2) all = all.slice(2);
    return pageOf(all, page, 10);
  });
  expect([ids, notes]).toEqual([idsOf(all), []]);
});

test('says what is missing where every page is the first', async () => {
  const all = doors(30);
  const { ids, notes } = await read(() => ({ ...pageOf(all, 1, 10) }));
  expect(ids).toEqual(idsOf(all.slice(0, 10)));
  expect(notes).toEqual(['The server counts 30 doors, but its pages contained 10, twice. The search covers those 10.']);
});

test('finds what the matcher of the contract finds, in the order asked for', async () => {
  const names = ['Dvořák 7', 'Møller-Öst', '東京本社', 'dom 2', 'Ängel 10', '007', 'AB'];
  const all = names.map((name, index) => ({ id: index + 1, name }));
  const { index } = await read((page) => pageOf(all, page, 100));
  for (const query of ['dvorak', 'ost mo', '本', 'd', '7', '07', 'b', 'x', '', '&', 'ang 1']) {
    const matches = textMatcher(query);
    expect({ query, found: index.find(query, '') }).toEqual({
      query,
      found: all.filter(({ name }) => matches([name])),
    });
  }
  const newest = index.find('d', '-created');
  expect(newest.map(({ name }) => name)).toEqual(['dom 2', 'Dvořák 7']);
  expect(index.find('d', '-name').map(({ name }) => name)).toEqual(['Dvořák 7', 'dom 2']);
});
