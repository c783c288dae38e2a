// Shown above the fields of an edit form: what somebody else has saved meanwhile, if anything.

import { lazyPart } from '../../hooks/lazyPart.tsx';
import type { FormState } from '../../ui/forms/formState.ts';
import type { Meeting } from './useEdit.ts';

const Differences = lazyPart('The comparison', () => import('./Differences.tsx'));

export function EditNotes({ meeting, form }: { meeting: Meeting | undefined; form: FormState }) {
  return meeting && <Differences meeting={meeting} form={form} />;
}
