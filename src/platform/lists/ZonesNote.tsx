// Explains whose clock the times follow if companies have several time zones or the viewer's is different.

import { calendarZone, viewersClock, wallClock } from '../../shared/words/days.ts';
import { hasSeveralZones } from '../session/permissions.ts';
import { useUser } from '../session/session.tsx';
import * as layout from '../ui/layout/layout.module.css';

/** `isOneCompany` means that only one company's records are shown. */
export function ZonesNote({ isOneCompany = false }: { isOneCompany?: boolean }) {
  const hasZones = hasSeveralZones(useUser());
  const now = new Date();
  if (!hasZones && wallClock(now) === viewersClock(now)) return null;
  return <p className={layout.muted}>{sentence(hasZones, isOneCompany)}</p>;
}

function sentence(hasZones: boolean, isOneCompany: boolean): string {
  if (!hasZones) return `Times and dates are those of ${calendarZone()}, where the clock differs from this computer’s.`;
  return isOneCompany
    ? 'Times and dates are by the clock of the company.'
    : 'The companies are in several time zones: each time is by the clock of its company, and a date is each company’s own day.';
}
