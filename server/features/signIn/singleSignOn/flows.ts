// Sign-ins that are half done: the person is at the provider. Each belongs to one browser and ends with its first use, or
// after some minutes.

import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import type { Proofs } from './provider.ts';

export const flowMinutes = 10;

interface Flow {
  /** The page to return to; '' for the start. */
  readonly next: string;
  /** The hash of what the page keeps, so that nobody else can use the ticket. */
  readonly challenge: string;
  readonly proofs: Proofs;
}

/** `browser`: the value of its cookie. */
export async function addFlow(
  queries: Queries,
  vault: Vault,
  { next, challenge, proofs }: Flow,
  browser: string,
  now: Date,
): Promise<void> {
  const { state, ...secrets } = proofs;
  await queries.run(sql`delete from single_sign_on_flows where expires_at <= ${instantOf(now)}`);
  await queries.run(
    sql`insert into single_sign_on_flows (state_hash, browser_hash, secrets, next, challenge, expires_at)
      values (${hashOfToken(state)}, ${hashOfToken(browser)}, ${vault.seal(JSON.stringify(secrets))}, ${next},
        ${challenge}, ${instantOf(plusMinutes(now, flowMinutes))})`,
  );
}

/** Ends it; of two calls at once only one gets it. The state of another browser is left alone. */
export async function takeFlow(
  queries: Queries,
  vault: Vault,
  { state, browser }: { state: string; browser: string },
  now: Date,
): Promise<Flow | undefined> {
  const row = await maybeOne<{ secrets: string; next: string; challenge: string }>(
    queries,
    sql`delete from single_sign_on_flows
      where state_hash = ${hashOfToken(state)} and browser_hash = ${hashOfToken(browser)}
        and expires_at > ${instantOf(now)}
      returning secrets, next, challenge`,
  );
  const opened = row && vault.open(row.secrets);
  if (!opened) return undefined;
  const { nonce, verifier }: Omit<Proofs, 'state'> = JSON.parse(opened);
  return { next: row.next, challenge: row.challenge, proofs: { state, nonce, verifier } };
}
