// Whether a form or dialog is still open when its answer arrives. If it was closed, the one opened since must not be
// closed, emptied or navigated away from.

import { useCallback, useEffect, useRef } from 'react';

export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
