// For screens that lead to the codes of employees: the dialogs' code loads after theirs.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';

export const AssignCodePart = lazyPart(
  'The form',
  async () => (await import('./AssignCodeDialog.tsx')).AssignCodeDialog,
);

export const EmployeeCodesPart = lazyPart(
  'The list of codes',
  async () => (await import('./EmployeeCodesDialog.tsx')).EmployeeCodesDialog,
);
