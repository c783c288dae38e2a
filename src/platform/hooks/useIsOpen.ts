// Whether a form or question is still open, for one that takes several steps: whoever has closed it between two of them
// does not want the next.

import { useCallback, useEffect, useRef } from 'react';

export function useIsOpen(): () => boolean {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return useCallback(() => isOpen.current, []);
}
