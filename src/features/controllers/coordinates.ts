import type { AccessController } from '../../shared/contract/controllers.ts';

/** To 6 decimals; either may be missing. */
export function coordinates({ latitude, longitude }: Pick<AccessController, 'latitude' | 'longitude'>): string {
  const shown = (value: number) => value.toFixed(6);
  if (latitude !== null && longitude !== null) return `${shown(latitude)}, ${shown(longitude)}`;
  if (latitude !== null) return `Latitude ${shown(latitude)}`;
  return longitude === null ? '' : `Longitude ${shown(longitude)}`;
}
