// Lets a company have a time zone of its own; empty where it has the installation's.

export const oldProcess = {
  mustStop: 'it would compute the days of a company with a time zone of its own by that of the installation',
};

export const up = (): string => `alter table day_rules add column timezone text not null default ''`;
