// Replaces what the server refuses to show. `message` is the server's own.

import { EmptyState } from '../ui/feedback/EmptyState.tsx';

export default function Forbidden({
  message = "You don't have permission to see this.",
}: {
  message: string | undefined;
}) {
  return <EmptyState icon="lock" title={message} hint="Ask an administrator for access." />;
}
