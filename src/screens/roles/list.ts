import { listCall } from '../../hooks/searchParams.ts';

/** The specification's call has no page: the first one is asked for without a number. */
export const rolesList = listCall('GET /roles', { page: 1, q: '' }, ({ page }) => ({
  query: page > 1 ? { page } : {},
}));
