// Bulk actions on access controllers: activate, deactivate, move to another company, delete.

import { useMemo } from 'react';
import type { Api } from '../../platform/api/client.ts';
import { activations, type BulkAction, deletion } from '../../platform/bulk/bulkAction.ts';
import { RecordBulk, type RecordBulkProps } from '../../platform/bulk/RecordBulk.tsx';
import { companyChoice, useCompanies } from '../../platform/lists/useCompanies.ts';
import { useHasFeature } from '../../platform/session/permissions.ts';
import { type AccessController, controllerBody } from '../../shared/contract/controllers.ts';

const kind = { one: 'access controller', many: 'access controllers' };
const named = {
  noun: kind.one,
  nameOf: ({ name, company }: AccessController) => (company ? `${name} (${company.name})` : name),
};

type Change = Partial<Pick<AccessController, 'is_active' | 'company_id'>>;

/** Reads the controller first: the call takes all fields, and others may have changed since the list was read. */
async function changeTo(api: Api, { id }: AccessController, change: Change, isVersioned: boolean): Promise<boolean> {
  const { data: now } = await api('GET /access-controllers/{id}', { id });
  const next = { ...now, ...change };
  if (next.is_active === now.is_active && next.company_id === now.company_id) return false;
  // Leaving the secret out keeps it. Our server never returns it.
  const { webhook_secret: _, ...fields } = controllerBody(next);
  const body = { ...fields, ...(isVersioned && { version: now.version }) };
  await api('PUT /access-controllers/{id}', { id, body });
  return true;
}

export default function ControllersBulk(props: RecordBulkProps<AccessController>) {
  const companies = useCompanies();
  const isVersioned = useHasFeature('versions');
  const actions = useMemo((): readonly BulkAction<AccessController>[] => {
    const move: BulkAction<AccessController> = {
      label: 'Move to Company',
      verb: 'Move',
      tone: 'primary',
      needs: 'PUT /access-controllers/{id}',
      words: { ...named, doing: 'Moving', done: 'moved', already: 'already there' },
      choice: { label: 'Company', ...companyChoice(companies) },
      change: (api, controller, company) => changeTo(api, controller, { company_id: Number(company) }, isVersioned),
    };
    return [
      ...activations('PUT /access-controllers/{id}', named, (api, controller, is_active) =>
        changeTo(api, controller, { is_active }, isVersioned),
      ),
      move,
      deletion('DELETE /access-controllers/{id}', named),
    ];
  }, [companies, isVersioned]);
  return <RecordBulk {...props} kind={kind} actions={actions} />;
}
