// Deliveries by what became of them: most are accepted and stay, and those that are not are asked for often.

export const indexSchema = (): string =>
  `create index hr_deliveries_by_state on hr_deliveries (company_id, state, day);`;
