// The tools of the header: saving the filters as a view, and refreshing.

import { SaveView } from '../views/SaveView.tsx';
import { Freshness } from './Freshness.tsx';
import * as s from './HeaderTools.module.css';

export function HeaderTools({ path, onSaveView }: { path: string; onSaveView(): void }) {
  return (
    <div className={s.tools}>
      <SaveView onSave={onSaveView} />
      <Freshness key={path} path={path} />
    </div>
  );
}
