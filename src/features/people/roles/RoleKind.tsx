import type { Role } from '../../../shared/contract/people.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';

export function RoleKind({ role }: { role: Role }) {
  return role.is_system ? <Badge tone="accent">System Role</Badge> : <Badge tone="neutral">Custom Role</Badge>;
}
