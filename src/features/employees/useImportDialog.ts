// Whether the import of employees is open. The palette opens it with ?import=1.

import { useEffect, useState } from 'react';
import { navigate, useSearch as useRawSearch } from 'wouter/use-browser-location';
import { useCanCall } from '../../platform/session/permissions.ts';

interface ImportDialogState {
  mayImport: boolean;
  isOpen: boolean;
  open(): void;
  close(): void;
}

export function useImportDialog(): ImportDialogState {
  const mayImport = useCanCall()('POST /employees');
  const [isOpen, setOpen] = useState(false);
  const isAsked = new URLSearchParams(useRawSearch()).has('import');
  useEffect(() => {
    if (!isAsked) return;
    navigate(location.pathname, { replace: true });
    setOpen(true);
  }, [isAsked]);
  return { mayImport, isOpen: isOpen && mayImport, open: () => setOpen(true), close: () => setOpen(false) };
}
