/** No page of the console is below this path. */
export const apiRoot = '/web/api';
export const apiBase = `${apiRoot}/v1`;
