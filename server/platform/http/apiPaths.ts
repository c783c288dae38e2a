/** The console has no page below this path. */
export const apiRoot = '/web/api';
export const apiBase = `${apiRoot}/v1`;
