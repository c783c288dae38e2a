// From the events of unknown people to their codes, which can be assigned to employees.

import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';

/** `companyId` is '' for all. */
export function CodesLink({ companyId }: { companyId: string }) {
  const mayRead = useCanCall()('GET /unknown-codes');
  if (!mayRead) return null;
  const address = addressOf(paths.devices, { list: 'codes', ...(companyId && { company_id: companyId }) });
  return (
    <p>
      <Link href={address}>See them by code</Link>, and assign a code to an employee.
    </p>
  );
}
