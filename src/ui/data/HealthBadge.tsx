import { Badge } from './Badge.tsx';

export function HealthBadge({ status }: { status: string }) {
  const { tone, word } = look(status);
  return (
    <Badge tone={tone} dot>
      {word}
    </Badge>
  );
}

function look(status: string) {
  if (status === 'online') return { tone: 'good', word: 'Online' } as const;
  if (status === 'offline') return { tone: 'bad', word: 'Offline' } as const;
  // Anything else is unknown (specification, point 3); what the server calls it is shown too.
  return { tone: 'neutral', word: status === 'unknown' ? 'Unknown' : `Unknown (${status})` } as const;
}
