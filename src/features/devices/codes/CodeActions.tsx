// What can be done about an unknown code: buttons, or a menu where there is no room for them.

import { useLocation } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import type { UnknownCode } from '../../../shared/contract/codes.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Menu } from '../../../platform/ui/overlays/Menu.tsx';
import * as s from './UnknownCodes.module.css';

interface CodeActionsProps {
  row: UnknownCode;
  mayAdd: boolean;
  onAssign: (() => void) | undefined;
}

export function CodeActions({ row: { code, company }, mayAdd, onAssign }: CodeActionsProps) {
  const [, navigate] = useLocation();
  const form = addressOf(paths.employees, { add: 1, employee_id: code, company_id: company.id });
  const actions = [
    ...(onAssign ? [{ label: 'Assign to Employee…', onSelect: onAssign }] : []),
    ...(mayAdd ? [{ label: 'Add Employee With This ID', onSelect: () => navigate(form) }] : []),
  ];
  return (
    <>
      <div className={s.buttons}>
        {actions.map(({ label, onSelect }, index) => (
          <Button
            key={label}
            size="small"
            aria-label={`${label}: ${code}`}
            data-opens={index === 0 || undefined}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={s.menu}>
        <Menu size="small" label="Assign" aria-label={`Assign: ${code}`} items={actions} />
      </div>
    </>
  );
}
