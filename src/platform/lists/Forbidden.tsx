// Replaces what the server refuses to show. `message` is the server's own.

import { EmptyState } from '../ui/feedback/EmptyState.tsx';

interface ForbiddenProps {
  message?: string | undefined;
}

export default function Forbidden({ message = "You don't have permission to see this." }: ForbiddenProps) {
  return <EmptyState icon="lock" title={message} hint="Ask an administrator for access." />;
}
