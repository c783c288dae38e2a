// Keeps whom each record went to in the HR system: after another match, its id there still belongs to the former
// person.

export const oldProcess = 'goes on';

export const up = (): string => `
-- Empty if it was sent before this column, or to a system that has no people.
alter table hr_deliveries add column person_id text not null default '';
`;
