// The rules of a company's working days as form values.

import type { CompanyDayRules } from '../contract/entities/day.ts';

export type DayRulesValues = {
  starts_at: string;
  repeat_seconds: string;
  needs_second_person: boolean;
};

export const valuesOf = ({ starts_at, repeat_seconds, needs_second_person }: CompanyDayRules): DayRulesValues => ({
  starts_at,
  needs_second_person,
  repeat_seconds: String(repeat_seconds),
});

export const rulesOf = ({ repeat_seconds, ...values }: DayRulesValues): CompanyDayRules => ({
  ...values,
  repeat_seconds: Number(repeat_seconds),
});
