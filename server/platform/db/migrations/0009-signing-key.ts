// The server's Ed25519 key for exports, as PKCS #8 in PEM. There is one for all processes on a database.

export const oldProcess = 'goes on';

export const up = (): string => `
  create table signing_key (
    id integer primary key check (id = 1),
    private_key text not null
  );`;
