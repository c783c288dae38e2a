// Version of Rollcall: the one in package.json.

export const version = '1.2.0-dev';
