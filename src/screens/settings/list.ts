import { listCall } from '../../hooks/searchParams.ts';

export const settingsList = listCall('GET /settings', { page: 1, q: '' }, () => ({}));
