// The companies page by page, as three screens show them.

import { listCall } from '../hooks/searchParams.ts';

export const companiesList = listCall('GET /companies', { page: 1, q: '' }, ({ page }) => ({ query: { page } }));
