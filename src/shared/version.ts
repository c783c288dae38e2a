// Version of Rollcall, the same as in package.json.

export const version = '1.2.0-dev';
