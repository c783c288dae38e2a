// Bulk actions on a company's URLs: check their health, activate, deactivate, delete.

import { useMemo } from 'react';
import type { Api } from '../../platform/api/client.ts';
import { activations, type BulkAction, deletion } from '../../platform/bulk/bulkAction.ts';
import { onlyPage } from '../../platform/bulk/onlyPage.ts';
import { RecordBulk } from '../../platform/bulk/RecordBulk.tsx';
import type { Selection } from '../../platform/bulk/selection.ts';
import { useHasFeature } from '../../platform/session/permissions.ts';
import type { CompanyUrl } from '../../shared/contract/companies.ts';

const kind = { one: 'URL', many: 'URLs' };
const named = { noun: kind.one, nameOf: ({ url_type, url }: CompanyUrl) => `${url_type}: ${url}` };

const check: BulkAction<CompanyUrl> = {
  label: 'Check Health',
  verb: 'Check',
  tone: 'primary',
  needs: 'POST /company-urls/{id}/check-health',
  words: { ...named, doing: 'Checking', done: 'checked', already: 'not checked' },
  async change(api, { id }) {
    await api('POST /company-urls/{id}/check-health', { id });
    return true;
  },
};

interface Place {
  companyId: number;
  isVersioned: boolean;
}

/** Reads the URL first: the call takes all fields, and others may have changed since the list was read. */
async function activate(api: Api, place: Place, known: CompanyUrl, is_active: boolean): Promise<boolean> {
  const { id } = known;
  const { data: urls } = await api('GET /companies/{id}/urls', { id: place.companyId });
  const now = urls.find((url) => url.id === id) ?? known;
  if (now.is_active === is_active) return false;
  const { url_type, url, description, version } = now;
  const body = { url_type, url, description, is_active, ...(place.isVersioned && { version }) };
  await api('PUT /company-urls/{id}', { id, body });
  return true;
}

interface UrlsBulkProps {
  selection: Selection<CompanyUrl>;
  companyId: number;
  urls: readonly CompanyUrl[];
}

export default function UrlsBulk({ selection, companyId, urls }: UrlsBulkProps) {
  const isVersioned = useHasFeature('versions');
  const actions = useMemo(() => {
    const place = { companyId, isVersioned };
    const change = (api: Api, url: CompanyUrl, is_active: boolean) => activate(api, place, url, is_active);
    return [
      check,
      ...activations('PUT /company-urls/{id}', named, change),
      deletion('DELETE /company-urls/{id}', named),
    ];
  }, [companyId, isVersioned]);
  const list = useMemo(() => onlyPage(urls), [urls]);
  return <RecordBulk selection={selection} list={list} page="" filters="" found={urls} kind={kind} actions={actions} />;
}
