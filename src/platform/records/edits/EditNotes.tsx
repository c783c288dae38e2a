// Shown above the fields of an edit form: what somebody else has saved meanwhile, if anything.

import type { FormState } from '../../hooks/formState.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import type { EditConflict } from './useEdit.ts';

const Differences = lazyPart('The comparison', () => import('./Differences.tsx'));

export function EditNotes({ conflict, form }: { conflict: EditConflict | undefined; form: FormState }) {
  return conflict && <Differences conflict={conflict} form={form} />;
}
