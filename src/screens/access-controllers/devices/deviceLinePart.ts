// The line about a controller's device loads after the list.

import { optionalPart } from '../../../hooks/lazyPart.tsx';

export const DeviceLinePart = optionalPart(async () => (await import('./DeviceLine.tsx')).DeviceLine);
