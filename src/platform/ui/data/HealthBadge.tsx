import { Badge } from './Badge.tsx';

/** Anything but online and offline is unknown (specification, point 3); the word of the server is shown beside it. */
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
