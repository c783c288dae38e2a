import { listCall } from '../../hooks/searchParams.ts';

/** The specification's call has no page parameter, so the first page is requested without one. */
export const rolesList = listCall('GET /roles', { page: 1, q: '' }, ({ page }) => ({
  query: page > 1 ? { page } : {},
}));
