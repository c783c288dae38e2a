// What the numbers and words of an access event mean.

/** Of events about access; 1 are alarms, 2 exceptions, 3 operations. */
const accessEvent = 5;

/** A person was let in: by card, fingerprint, face or a combination. */
const passed = new Set([1, 2, 38, 40, 43, 46, 54, 57, 60, 63, 66, 69, 72, 75, 77, 101, 153, 179, 181]);

/** A person was not let in: wrong, too late, not allowed, unknown. */
const refused = new Set([
  3, 4, 5, 6, 7, 8, 9, 10, 39, 41, 42, 44, 45, 47, 48, 49, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 76,
  78, 79, 80, 102, 103,
]);

/** Unlocked, locked, button, opened, closed, forced, held open. */
const ofTheDoor = new Set([21, 22, 23, 24, 25, 26, 27, 28]);

/** What is in no list is unknown, and shown as such: a punch that was dropped could not be seen. */
export function passedBy(major: number | null, minor: number | null): 'yes' | 'no' | 'unknown' {
  if (major !== accessEvent || minor === null) return 'unknown';
  if (passed.has(minor)) return 'yes';
  return refused.has(minor) || ofTheDoor.has(minor) ? 'no' : 'unknown';
}

/** Of the key that the person pressed. Firmware differs in how it writes them. */
export function meaningOf(attendanceStatus: string): 'in' | 'out' | undefined {
  const word = attendanceStatus.toLowerCase();
  if (['checkin', 'breakin', 'overtimein'].includes(word)) return 'in';
  if (['checkout', 'breakout', 'overtimeout'].includes(word)) return 'out';
  return undefined;
}
