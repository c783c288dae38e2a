// Whether what asked for something still stands when the answer comes: it may have been closed meanwhile, and what
// stands in its place now is not to be closed, emptied or led away.

import { useCallback, useEffect, useRef } from 'react';

export function useIsMounted(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
