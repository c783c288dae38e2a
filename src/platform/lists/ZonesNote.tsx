// Says what a day is where companies have several time zones.

import { useUser } from '../session/session.tsx';
import * as layout from '../ui/layout/layout.module.css';

export const hasSeveralZones = ({ time_zones = [] }: { time_zones?: readonly string[] | undefined }): boolean =>
  time_zones.length > 1;

export function ZonesNote() {
  const user = useUser();
  if (!hasSeveralZones(user)) return null;
  return (
    <p className={layout.muted}>
      The companies are in several time zones: each time is by the clock of its company, and a date is each company’s
      own day.
    </p>
  );
}
