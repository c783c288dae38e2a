// Where the server announces the audit: pages follow one another from the newest entry on, and the end of the chain can be
// recomputed from the texts that the server says it hashed.

import { createHash } from 'node:crypto';
import { chainedText, referencesOf, saltedText } from '../../../src/shared/contract/audit/entry.ts';
import type { ChainLine } from '../../../src/shared/contract/audit.ts';
import type { Explored } from '../kit.ts';
import { permissionsOf } from './administrator.ts';

const listKey = 'GET /audit';
const chainKey = 'GET /audit/chain';
const perPage = 5;

export async function checkAudit({ client, findings, user }: Explored): Promise<void> {
  const held = permissionsOf(user);
  if (!user.features.includes('audit') || !held.has('audit.view') || !held.has('companies.all')) return;
  const group = findings.group('Audit');
  const first = await client.call(listKey, { query: { limit: perPage } });
  if (first.ok) {
    const { entries, next } = first.data;
    const second = next === null ? undefined : await client.call(listKey, { query: { limit: perPage, before: next } });
    const lines = [...entries, ...(second?.ok ? second.data.entries : [])];
    const wrong = lines.find(({ at, id }, index) => {
      const before = lines[index - 1];
      return before && (before.at < at || (before.at === at && before.id <= id));
    });
    group.expect(listKey, 'Entries come newest first, page by page', !wrong, {
      field: 'entries',
      detail: `Entry ${wrong?.id} of ${wrong?.at} stands after an older one`,
      shown: 'Audit: entries that are missing or there twice',
    });
  }
  const head = await client.call('GET /audit/head', {});
  if (!head.ok) return;
  const chain = await client.call(chainKey, { query: { after: Math.max(0, head.data.id - 20), limit: 20 } });
  if (!chain.ok) return;
  const broken = chain.data.find((line, index) => !isWhole(line, chain.data[index - 1]));
  group.expect(chainKey, 'The chain can be recomputed', !broken, {
    field: 'entry',
    detail: `The hash of entry ${broken?.id} is not that of the previous hash and its text, or a value does not fit`,
    shown: 'Verify: an audit that is broken',
  });
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function isWhole({ previous_hash, hash, entry, values }: ChainLine, before: ChainLine | undefined): boolean {
  if (before && before.hash !== previous_hash) return false;
  const references = new Set(referencesOf(JSON.parse(entry)));
  return (
    sha256(chainedText(previous_hash, entry)) === hash &&
    values.every((pair) => references.has(sha256(saltedText(pair))))
  );
}
