// Where the server announces corrections: the counts of exceptions are those of the list, answered or not.

import { exceptionKinds } from '../../../src/shared/contract/workday.ts';
import { readEqual } from '../compare.ts';
import type { Explored } from '../kit.ts';

const key = 'GET /exceptions/counts';

export async function checkExceptions({ user, client, findings }: Explored): Promise<void> {
  if (!user.features.includes('corrections')) return;
  const group = findings.group('Exceptions');
  for (const is_answered of [false, true]) {
    for (const kind of exceptionKinds) {
      const read = await readEqual(async () => {
        const counts = await client.call(key, { query: { is_answered } });
        const list = await client.call('GET /exceptions', { query: { is_answered, kind, page: 1 } });
        if (!counts.ok || !list.ok) return undefined;
        return { one: counts.data.find((each) => each.kind === kind)?.total ?? 0, other: list.data.total };
      });
      if (!read) return;
      group.expect(
        key,
        `Counts are those of the list: ${kind}, ${is_answered ? 'answered' : 'not answered'}`,
        read.one === read.other,
        {
          field: 'total',
          detail: `It is ${read.one}, but GET /exceptions?kind=${kind} has ${read.other}`,
          shown: 'Exceptions: a count that the list contradicts',
        },
      );
    }
  }
}
