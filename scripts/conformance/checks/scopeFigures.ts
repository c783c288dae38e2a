// Checks the figures that an account gets: each is the sum over its companies, asked for one by one.

import type { Page } from '../../../src/shared/contract/decode.ts';
import type { ReadKey } from '../../../src/shared/contract/calls.ts';
import type { Result } from '../client.ts';
import type { Group } from '../findings.ts';
import type { Scope } from '../kit.ts';
import { uses } from '../uses.ts';
import { readEqual } from '../compare.ts';

/** For each company there is a call. */
const maxCompanies = 50;

/** `sound` are the lists without a fault: only in these can the total alone be wrong. */
export async function checkFiguresOfScope(group: Group, scope: Scope, sound: ReadonlySet<ReadKey>): Promise<void> {
  if (scope.own.length > maxCompanies) {
    const reason = `It has more than ${maxCompanies} companies; use an account with fewer`;
    return group.skip('GET *', `${scope.who} gets as many records as its companies have`, reason);
  }
  const { client } = scope;
  const figures = [
    figure(
      'GET /employees',
      async () => totalOf(await client.call('GET /employees', {})),
      async (company_id) => totalOf(await client.call('GET /employees', { query: { company_id } })),
    ),
    figure(
      'GET /attendance',
      async () => totalOf(await client.call('GET /attendance', {})),
      async (company_id) => totalOf(await client.call('GET /attendance', { query: { company_id } })),
    ),
    figure(
      'GET /access-controllers',
      async () => totalOf(await client.call('GET /access-controllers', {})),
      async (id) => lengthOf(await client.call('GET /companies/{id}/access-controllers', { id })),
    ),
  ];
  for (const each of figures) {
    if (sound.has(each.key)) await checkSum(group, scope, each);
  }
  await checkUrls(group, scope);
}

interface Figure {
  key: ReadKey;
  /** Undefined if the account may not ask. */
  total: () => Promise<number | undefined>;
  ofCompany: (id: number) => Promise<number | undefined>;
}

const figure = (key: ReadKey, total: Figure['total'], ofCompany: Figure['ofCompany']): Figure => ({
  key,
  total,
  ofCompany,
});

const totalOf = (result: Result<Page<unknown>>) => (result.ok ? result.data.total : undefined);
const lengthOf = (result: Result<readonly unknown[]>) => (result.ok ? result.data.length : undefined);

async function sumOf({ own }: Scope, ofCompany: Figure['ofCompany']): Promise<number | undefined> {
  let sum = 0;
  for (const { id } of own) {
    const part = await ofCompany(id);
    if (part === undefined) return undefined;
    sum += part;
  }
  return sum;
}

async function checkSum(group: Group, scope: Scope, { key, total, ofCompany }: Figure): Promise<void> {
  const read = await readEqual(async () => {
    const [whole, sum] = [await total(), await sumOf(scope, ofCompany)];
    return whole === undefined || sum === undefined ? undefined : { one: whole, other: sum };
  });
  if (!read) return;
  const { one: whole, other: sum } = read;
  group.expect(key, `${scope.who} gets as many records as its companies have`, whole === sum, {
    field: 'total',
    detail: `total is ${whole}, but the account's companies, asked for one by one, have ${sum}`,
    shown: `${uses[key].where}: records of other companies, or a number that includes them`,
  });
}

async function checkUrls(group: Group, scope: Scope): Promise<void> {
  const { client, who } = scope;
  const key = 'GET /company-urls/health-statistics';
  const statistics = await client.call(key, {});
  const sum = await sumOf(scope, async (id) => lengthOf(await client.call('GET /companies/{id}/urls', { id })));
  if (!statistics.ok || sum === undefined) return;
  // A server may count active URLs only.
  group.expect(key, `${who} gets the health of its own URLs only`, statistics.data.total <= sum, {
    field: 'total',
    detail: `total is ${statistics.data.total}, but the account's companies have ${sum} URLs`,
    shown: 'Dashboard: the health of URLs of other companies',
  });
}
