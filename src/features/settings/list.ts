import { listing } from '../../platform/lists/listing.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';

export const settingsList = listCall('GET /settings', listing, () => ({}));
