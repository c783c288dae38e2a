// Shown in place of what the server refuses. `message` is the server's own.

import { EmptyState } from '../feedback/EmptyState.tsx';

interface ForbiddenProps {
  message?: string | undefined;
}

export default function Forbidden({ message = "You don't have permission to see this." }: ForbiddenProps) {
  return <EmptyState icon="lock" title={message} hint="Ask an administrator for access." />;
}
