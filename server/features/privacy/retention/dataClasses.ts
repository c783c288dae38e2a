// The classes of data that have a retention rule, in words.

import type { DataClass } from '../../../../src/shared/contract/privacy.ts';

interface ClassInWords {
  readonly name: string;
  readonly holds: string;
  readonly advised_months: number | null;
  readonly advice: string;
}

export const classesInWords: Readonly<Record<DataClass, ClassInWords>> = {
  attendance: {
    name: 'Attendance',
    holds:
      'Attendance records, the events as devices sent them, deliveries to HR systems, corrections, and roll calls that ended',
    advised_months: 36,
    advice: 'Laws on working time commonly ask for records of two to three years, some for longer',
  },
  audit_values: {
    name: 'Personal values of the audit',
    holds: 'Names, addresses and other texts beside the audit; the audit itself stays, and still verifies',
    advised_months: 12,
    advice: 'Security reviews commonly ask for a year of logs with who did what from where',
  },
  mails: {
    name: 'Sent e-mails',
    holds: 'To whom which e-mail was sent, and e-mails that expired before they could be sent',
    advised_months: null,
    advice: '',
  },
  sign_ins: {
    name: 'Sign-ins',
    holds: 'Sessions that ended, from where people signed in, links that were used up, and counters of attempts',
    advised_months: null,
    advice: '',
  },
  device_notes: {
    name: 'Device notes',
    holds: 'What happened at devices beside their events, and what they answered to commands',
    advised_months: null,
    advice: '',
  },
};

/** Why one may want to keep it longer; empty if nothing is known against it. */
export function warningAbout(dataClass: DataClass, keepMonths: number | null): string {
  const { name, advised_months, advice } = classesInWords[dataClass];
  if (keepMonths === null || advised_months === null || keepMonths >= advised_months) return '';
  return `${name}: ${keepMonths} months are less than the usual ${advised_months}. ${advice}. Please check which law applies to you`;
}
