// Opens the further codes of an employee.

import { useState } from 'react';
import { EmployeeCodesPart } from '../devices/codes/codeParts.ts';
import type { Employee } from '../../shared/contract/employees.ts';
import { Button } from '../../platform/ui/Button.tsx';

export function CodesButton({ employee }: { employee: Employee }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`PINs and badges of ${employee.name}`} onClick={() => setOpen(true)}>
        PINs and Badges
      </Button>
      {isOpen && <EmployeeCodesPart employee={employee} onClose={() => setOpen(false)} />}
    </>
  );
}
