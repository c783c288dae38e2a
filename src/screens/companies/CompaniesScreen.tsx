// Client companies: who they are, how to reach them, and where their systems stand.

import { useState } from 'react';
import type { Company } from '../../contract/entities/companies.ts';
import { useListParams } from '../../hooks/useListParams.ts';
import { useRemembered } from '../../hooks/useResource.ts';
import type { RecordKind } from '../../crud/recordKind.ts';
import { RecordScreen } from '../../crud/CrudScreen.tsx';
import { useDeletion } from '../../crud/useDeletion.ts';
import { CardGrid } from '../../ui/data/CardGrid.tsx';
import { CompanyCard } from './CompanyCard.tsx';
import { CompanyDialog } from './CompanyDialog.tsx';
import { HrSyncDialog } from '../../hr/config/HrSyncDialog.tsx';
import { UrlsDialog } from './UrlsDialog.tsx';

const defaults = { page: 1, q: '' };

const kind: RecordKind<Company> = {
  title: 'Companies',
  subtitle: 'Manage client companies and their access controllers',
  many: 'companies',
  addLabel: 'Add Company',
  empty: { title: 'No companies found', hint: 'Get started by adding your first company' },
  nameOf: (company) => company.name,
  wordsOf: ({ name, unique_identifier, crm_company_id, contact_email, contact_phone, address, urls }) => [
    name,
    unique_identifier,
    crm_company_id,
    contact_email,
    contact_phone,
    address,
    ...urls.map(({ url }) => url),
  ],
};

export default function CompaniesScreen() {
  const [params, change] = useListParams(defaults);
  const list = useRemembered('GET /companies', { query: { page: params.page } });
  const deletion = useDeletion('DELETE /companies/{id}', (id) => ({ id }));
  const [urlsOf, setUrlsOf] = useState<Company>();
  const [hrSyncOf, setHrSyncOf] = useState<Company>();

  return (
    <>
      <RecordScreen
        kind={kind}
        list={list}
        params={params}
        change={change}
        deletion={deletion}
        editor={(company, controls) => <CompanyDialog company={company} {...controls} />}
      >
        {(companies, actionsOf) => (
          <CardGrid label="Companies">
            {companies.map((company) => (
              <CompanyCard
                key={company.id}
                company={company}
                {...actionsOf(company)}
                manageUrls={() => setUrlsOf(company)}
                configureHrSync={() => setHrSyncOf(company)}
              />
            ))}
          </CardGrid>
        )}
      </RecordScreen>
      {urlsOf && <UrlsDialog company={urlsOf} onClose={() => setUrlsOf(undefined)} />}
      {hrSyncOf && <HrSyncDialog company={hrSyncOf} onClose={() => setHrSyncOf(undefined)} />}
    </>
  );
}
