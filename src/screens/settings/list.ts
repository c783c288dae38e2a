import { listing } from '../../crud/listing.ts';
import { listCall } from '../../hooks/searchParams.ts';

export const settingsList = listCall('GET /settings', listing, () => ({}));
