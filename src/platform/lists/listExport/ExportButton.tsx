// Button that exports a list. Its menu and the export code load when it is first pressed.

import { useState } from 'react';
import type { ListFormat } from '../../export/list/listFile.ts';
import { ActionIcon } from '../../ui/ActionIcon.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import type { ExportedSource } from './useListExport.ts';

const ListExport = lazyPart('The export', async () => (await import('./ExportMenu.tsx')).ListExport);

export function ExportButton({ source }: { source: ExportedSource<ListFormat> }) {
  const [isLoading, setLoading] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  if (isLoaded) return <ListExport source={source} />;

  async function open() {
    setLoading(true);
    // The part itself shows why it could not be loaded.
    await ListExport.load().catch(() => undefined);
    setLoaded(true);
  }
  return (
    <Button
      kind="quiet"
      icon={<Icon name="download" />}
      aria-haspopup="menu"
      aria-expanded={false}
      busy={isLoading}
      onClick={() => void open()}
    >
      Export
      <ActionIcon name="chevronDown" />
    </Button>
  );
}
