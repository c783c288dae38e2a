// Opens the further codes of an employee.

import { useState } from 'react';
import { EmployeeCodesPart } from '../../codes/codeParts.ts';
import type { Employee } from '../../contract/entities/companies.ts';
import { Button } from '../../ui/Button.tsx';

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
