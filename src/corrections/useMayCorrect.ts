import { offers } from '../session/permissions.ts';
import { useMay } from '../session/useMay.ts';
import { useUser } from '../session/useSession.ts';

/** Whether to offer corrections: the server has them, and the user may make them. */
export function useMayCorrect(): boolean {
  const hasCorrections = offers(useUser(), 'corrections');
  return useMay()('POST /corrections') && hasCorrections;
}
