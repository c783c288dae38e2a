import { Badge } from './Badge.tsx';

/** Shows anything but online and offline as unknown (specification, point 3), followed by the server's own word. */
export function HealthBadge({ status }: { status: string }) {
  if (status === 'online') return badge('good', 'Online');
  if (status === 'offline') return badge('bad', 'Offline');
  return (
    <>
      {badge('neutral', 'Unknown')}
      {status !== 'unknown' && <span>({status})</span>}
    </>
  );
}

const badge = (tone: 'good' | 'bad' | 'neutral', word: string) => (
  <Badge tone={tone} dot>
    {word}
  </Badge>
);
