// The line about a controller's device loads after the list.

import { optionalPart } from '../../../platform/hooks/lazyPart.tsx';

export const DeviceLinePart = optionalPart(async () => (await import('./DeviceLine.tsx')).DeviceLine);
