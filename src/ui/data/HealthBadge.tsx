import { Badge } from './Badge.tsx';

const looks = {
  online: { tone: 'good', word: 'Online' },
  offline: { tone: 'bad', word: 'Offline' },
  unknown: { tone: 'neutral', word: 'Unknown' },
} as const;

export function HealthBadge({ status }: { status: keyof typeof looks }) {
  const { tone, word } = looks[status];
  return (
    <Badge tone={tone} dot>
      {word}
    </Badge>
  );
}
