// Counts how often the secret of an access controller was set, so that an edit can tell that there is another one.

export const oldProcess = { mustStop: 'it would not count the secrets that it sets' };

export const up = (): string => 'alter table access_controllers add column secrets_set integer not null default 0;';
