import { useEffect, useState } from 'react';
import { ask } from './ask.ts';

interface Company {
  id: number;
  name: string;
  unique_identifier: string;
  crm_company_id: string;
  contact_email: string;
  contact_phone: string;
  address: string;
  is_active: boolean;
  created_at: string;
}

export function Companies() {
  const [companies, setCompanies] = useState<Company[]>();
  useEffect(() => {
    void ask<{ data: Company[] }>('/companies?page=1').then(({ data }) => setCompanies(data));
  }, []);
  return (
    <>
      <h1>Companies</h1>
      <div className="cards">
        {companies?.map((company) => (
          <article key={company.id}>
            <h2>{company.name}</h2>
            <span className="badge">{company.is_active ? 'Active' : 'Inactive'}</span>
            <dl>
              {facts(company).map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {['URLs', 'HR Sync Configuration', 'Edit', 'Delete'].map((title) => (
              <button type="button" key={title}>
                {title}
              </button>
            ))}
          </article>
        ))}
      </div>
    </>
  );
}

const facts = (company: Company) => [
  ['ID', company.unique_identifier],
  ['CRM ID', company.crm_company_id],
  ['Email', company.contact_email],
  ['Phone', company.contact_phone],
  ['Address', company.address],
  ['Created', company.created_at.slice(0, 10)],
];
