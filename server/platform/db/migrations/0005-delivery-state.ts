// Most deliveries are accepted and stay; the few that are not are queried often.

export const oldProcess = { mustStop: 'writes wait while all deliveries are indexed' };

export const up = (): string => `create index hr_deliveries_by_state on hr_deliveries (company_id, state, day);`;
