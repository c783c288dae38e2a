// A QR code, dark on light in both themes: readers know no other.

import { useMemo } from 'react';
import { qrModules } from './qrModules.ts';
import * as s from './QrCode.module.css';

/** Light modules around it, so that readers find its edge. */
const margin = 4;

/** Nothing for a text that is too long. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = useMemo(() => qrModules(text), [text]);
  if (!modules) return null;
  const size = modules.length + 2 * margin;
  return (
    <svg role="img" aria-label={label} className={s.code} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path className={s.dark} d={pathOf(modules)} />
    </svg>
  );
}

function pathOf(modules: readonly (readonly boolean[])[]): string {
  const squares = modules.flatMap((row, down) =>
    row.flatMap((dark, right) => (dark ? [`M${right + margin} ${down + margin}h1v1h-1z`] : [])),
  );
  return squares.join('');
}
