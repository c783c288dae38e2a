import { listCall } from '../../hooks/searchParams.ts';

export const controllersList = listCall('GET /access-controllers', { page: 1, q: '' }, ({ page }) => ({
  query: { page },
}));
