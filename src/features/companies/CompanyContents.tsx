// What belongs to a company, in the question before it is deleted. What is not known is left out.

import type { Company } from '../../shared/contract/entities/companies.ts';
import { plural } from '../../shared/words/plural.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';

export function CompanyContents({ company: { id, urls } }: { company: Company }) {
  const canCall = useCanCall();
  const employees = useResource(
    'GET /companies/{id}/employees',
    canCall('GET /companies/{id}/employees') ? { id } : null,
  );
  const controllers = useResource(
    'GET /companies/{id}/access-controllers',
    canCall('GET /companies/{id}/access-controllers') ? { id } : null,
  );
  if (employees.loading || controllers.loading) return 'Counting what goes with it…';
  const known = [
    counted(employees.data?.length, 'employee'),
    counted(controllers.data?.length, 'access controller'),
    counted(urls.length, 'URL'),
  ].filter((words) => words !== undefined);
  const [last, ...others] = known.toReversed();
  if (last === undefined) return null;
  const goes = known.length === 1 && last.startsWith('1 ') ? 'goes' : 'go';
  return `${others.length > 0 ? `${others.toReversed().join(', ')} and ` : ''}${last} ${goes} with it.`;
}

const counted = (count: number | undefined, noun: string) => (count ? plural(count, noun) : undefined);
