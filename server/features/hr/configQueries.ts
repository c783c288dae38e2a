// Stores each company's HR sync configuration, with defaults until one is saved. Only the delivery reads the signing
// secret.

import { maybeOne, type Queries, sql } from '../../platform/db/db.ts';
import { type HrRules, hrRules } from './plan/types.ts';

export interface StoredHrConfig {
  rules: HrRules;
  /** Sealed, unless an older version stored it and no start has sealed it yet; empty if there is none. */
  signingSecret: string;
}

export const defaultRules: HrRules = hrRules({});

export async function findHrConfig(queries: Queries, companyId: number): Promise<StoredHrConfig> {
  const row = await maybeOne<{ config: string; signing_secret: string }>(
    queries,
    sql`select config, signing_secret from hr_sync_configs where company_id = ${companyId}`,
  );
  if (!row) return { rules: defaultRules, signingSecret: '' };
  return { rules: hrRules(JSON.parse(row.config)), signingSecret: row.signing_secret };
}

export async function saveHrConfig(
  queries: Queries,
  companyId: number,
  { rules, signingSecret }: StoredHrConfig,
): Promise<void> {
  await queries.run(
    sql`insert into hr_sync_configs (company_id, config, signing_secret)
      values (${companyId}, ${JSON.stringify(rules)}, ${signingSecret})
      on conflict (company_id) do update
        set config = excluded.config, signing_secret = excluded.signing_secret`,
  );
}
