// Changes many URLs of a company: checks their health, activates, deactivates or deletes them.

import { useMemo } from 'react';
import type { Api } from '../../platform/api/client.ts';
import { type BulkAction, isDeletedBy } from '../../platform/bulk/bulkAction.ts';
import { onlyPage } from '../../platform/bulk/onlyPage.ts';
import { RecordBulk } from '../../platform/bulk/RecordBulk.tsx';
import type { Selection } from '../../platform/bulk/selection.ts';
import { useHasFeature } from '../../platform/session/permissions.ts';
import type { CompanyUrl } from '../../shared/contract/companies.ts';

const kind = { one: 'URL', many: 'URLs' };
const noun = kind.one;
const nameOf = ({ url_type, url }: CompanyUrl) => `${url_type}: ${url}`;

const check: BulkAction<CompanyUrl> = {
  label: 'Check Health',
  verb: 'Check',
  tone: 'primary',
  needs: 'POST /company-urls/{id}/check-health',
  words: { noun, doing: 'Checking', done: 'checked', already: 'not checked', nameOf },
  async change(api, { id }) {
    await api('POST /company-urls/{id}/check-health', { id });
    return true;
  },
};

const deletion: BulkAction<CompanyUrl> = {
  label: 'Delete',
  verb: 'Delete',
  tone: 'danger',
  needs: 'DELETE /company-urls/{id}',
  words: { noun, doing: 'Deleting', done: 'deleted', already: 'already gone', nameOf },
  consequence: () => 'This action cannot be undone.',
  change: (api, { id }) => isDeletedBy(api('DELETE /company-urls/{id}', { id })),
};

interface Place {
  companyId: number;
  isVersioned: boolean;
}

const activation = (place: Place, is_active: boolean, word: string): BulkAction<CompanyUrl> => ({
  label: word,
  verb: word,
  tone: 'primary',
  needs: 'PUT /company-urls/{id}',
  words: {
    noun,
    doing: is_active ? 'Activating' : 'Deactivating',
    done: `${word.toLowerCase()}d`,
    already: is_active ? 'already active' : 'already inactive',
    nameOf,
  },
  change: (api, url) => activate(api, place, url, is_active),
});

/** The call takes all fields, so they are read first: somebody may have changed others since the list was read. */
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
    return [check, activation(place, true, 'Activate'), activation(place, false, 'Deactivate'), deletion];
  }, [companyId, isVersioned]);
  const list = useMemo(() => onlyPage(urls), [urls]);
  return <RecordBulk selection={selection} list={list} page="" filters="" found={urls} kind={kind} actions={actions} />;
}
