// Which version of Rollcall this is: the one in package.json.

export const version = '1.2.0-dev';
