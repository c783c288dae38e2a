// The door devices of the companies.

import type { AccessController } from '../../contract/entities/companies.ts';
import { useListParams } from '../../hooks/useListParams.ts';
import { useRemembered } from '../../hooks/useResource.ts';
import type { RecordKind } from '../../crud/recordKind.ts';
import { RecordScreen } from '../../crud/CrudScreen.tsx';
import { useDeletion } from '../../crud/useDeletion.ts';
import { companyName, useCompanies } from '../../crud/useCompanies.ts';
import { CardGrid } from '../../ui/data/CardGrid.tsx';
import { ControllerCard } from './ControllerCard.tsx';
import { ControllerDialog } from './ControllerDialog.tsx';

const defaults = { page: 1, q: '' };

const kind: RecordKind<AccessController> = {
  title: 'Access Controllers',
  subtitle: 'Manage biometric access controllers for your companies',
  many: 'access controllers',
  addLabel: 'Add Controller',
  empty: { title: 'No access controllers found', hint: 'Get started by adding your first access controller' },
  nameOf: (controller) => controller.name,
  wordsOf: ({ name, company, location, device_id, crm_location_id, description }) => [
    name,
    company?.name ?? '',
    location,
    device_id,
    crm_location_id,
    description,
  ],
};

export default function AccessControllersScreen() {
  const [params, change] = useListParams(defaults);
  const list = useRemembered('GET /access-controllers', { query: { page: params.page } });
  const companies = useCompanies();
  const deletion = useDeletion('DELETE /access-controllers/{id}', (id) => ({ id }));

  return (
    <RecordScreen
      kind={kind}
      list={list}
      params={params}
      change={change}
      deletion={deletion}
      editor={(controller, controls) => (
        <ControllerDialog controller={controller} companies={companies} {...controls} />
      )}
    >
      {(controllers, actionsOf) => (
        <CardGrid label="Access controllers">
          {controllers.map((controller) => (
            <ControllerCard
              key={controller.id}
              controller={controller}
              company={companyName(controller, companies)}
              {...actionsOf(controller)}
            />
          ))}
        </CardGrid>
      )}
    </RecordScreen>
  );
}
