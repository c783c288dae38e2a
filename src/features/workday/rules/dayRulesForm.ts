// The rules of a company's working days as form values.

import { type CompanyDayRules, hoursRules } from '../../../shared/contract/timesheets.ts';

export type DayRulesValues = {
  starts_at: string;
  repeat_seconds: string;
  hours: string;
  needs_second_person: boolean;
};

export const valuesOf = ({
  starts_at,
  repeat_seconds,
  hours,
  needs_second_person,
}: CompanyDayRules): DayRulesValues => ({
  starts_at,
  hours,
  needs_second_person,
  repeat_seconds: String(repeat_seconds),
});

export const rulesOf = ({ repeat_seconds, hours, ...values }: DayRulesValues): CompanyDayRules => ({
  ...values,
  hours: hoursRules.find((rule) => rule === hours) ?? 'pairs',
  repeat_seconds: Number(repeat_seconds),
});
