// What is stored of an employee or user, in numbers. Which of the two never changes while it is shown.

import type { PersonalData, PersonKind } from '../../../shared/contract/privacy.ts';
import { useResource, type Resource } from '../../../platform/hooks/useResource.ts';

export function usePersonalData(kind: PersonKind, id: number): Resource<PersonalData> {
  const employee = useResource('GET /employees/{id}/personal-data', kind === 'employees' ? { id } : null);
  const user = useResource('GET /users/{id}/personal-data', kind === 'users' ? { id } : null);
  return kind === 'employees' ? employee : user;
}
