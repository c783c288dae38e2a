// The HR sync configuration of each company; a company without one has the defaults. The signing secret goes
// in and never out, but to the delivery.

import { hrSyncConfig } from '../../src/contract/entities/hr.ts';
import type { HrRules } from './plan/types.ts';
import { maybeOne, type Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';

export interface StoredHrConfig {
  rules: HrRules;
  signingSecret: string;
}

export const defaultRules: HrRules = hrSyncConfig({});

export async function findHrConfig(queries: Queries, companyId: number): Promise<StoredHrConfig> {
  const row = await maybeOne<{ config: string; signing_secret: string }>(
    queries,
    sql`select config, signing_secret from hr_sync_configs where company_id = ${companyId}`,
  );
  if (!row) return { rules: defaultRules, signingSecret: '' };
  return { rules: hrSyncConfig(JSON.parse(row.config)), signingSecret: row.signing_secret };
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

/** Where the company's HR system takes records, if it has one that is active; a deleted company has none. */
export async function findHrUrl(queries: Queries, companyId: number): Promise<string | undefined> {
  const row = await maybeOne<{ url: string }>(
    queries,
    sql`select url from company_urls
      where company_id = ${companyId} and url_type = 'hr_system' and is_active = true
        and company_id in (select id from companies where deleted_at is null)
      order by id limit 1`,
  );
  return row?.url;
}
