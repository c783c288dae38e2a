import { listCall } from '../../hooks/searchParams.ts';

/** The specification's call has no page: the first one is asked for without a number. */
export const usersList = listCall('GET /users', { page: 1, q: '' }, ({ page }) => ({
  query: page > 1 ? { page } : {},
}));
