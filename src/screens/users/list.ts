import { listCall } from '../../hooks/searchParams.ts';

/** The specification's call has no page parameter, so the first page is requested without one. */
export const usersList = listCall('GET /users', { page: 1, q: '' }, ({ page }) => ({
  query: page > 1 ? { page } : {},
}));
