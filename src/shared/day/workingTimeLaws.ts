// Limits from working time laws as starting points, each with its source. They are not legal advice.

import type { WorkingTimeLimits } from '../contract/timesheets.ts';

export const noLimits: WorkingTimeLimits = {
  rest_minutes: 0,
  longest_day_minutes: 0,
  breaks: [],
  break_part_minutes: 0,
  days_in_row: 0,
};

const hours = 60;

export const workingTimeLaws: Readonly<Record<string, { name: string; source: string; limits: WorkingTimeLimits }>> = {
  eu: {
    name: 'European Union',
    source: 'Directive 2003/88/EC, articles 3 and 5. The length of breaks and of a day is left to the states',
    limits: { ...noLimits, rest_minutes: 11 * hours, days_in_row: 6 },
  },
  de: {
    name: 'Germany',
    source: 'Arbeitszeitgesetz (ArbZG) §§ 3, 4, 5, 9 and 11',
    limits: {
      rest_minutes: 11 * hours,
      longest_day_minutes: 10 * hours,
      breaks: [
        { over_minutes: 6 * hours, break_minutes: 30 },
        { over_minutes: 9 * hours, break_minutes: 45 },
      ],
      break_part_minutes: 15,
      days_in_row: 6,
    },
  },
  es: {
    name: 'Spain',
    source: 'Estatuto de los Trabajadores, articles 34.3, 34.4 and 37.1',
    limits: {
      rest_minutes: 12 * hours,
      longest_day_minutes: 9 * hours,
      breaks: [{ over_minutes: 6 * hours, break_minutes: 15 }],
      break_part_minutes: 15,
      days_in_row: 6,
    },
  },
  fr: {
    name: 'France',
    source: 'Code du travail, L3121-16, L3121-18, L3131-1 and L3132-1',
    limits: {
      rest_minutes: 11 * hours,
      longest_day_minutes: 10 * hours,
      // The break must be in one piece, and is due as soon as six hours are reached.
      breaks: [{ over_minutes: 6 * hours - 1, break_minutes: 20 }],
      break_part_minutes: 20,
      days_in_row: 6,
    },
  },
};
