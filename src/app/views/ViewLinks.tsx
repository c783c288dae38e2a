// Saved views in the sidebar.

import { Link, useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import { findRoute } from '../shownRoutes.ts';
import { useViews, viewAddress, viewQuery } from './useViews.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './ViewLinks.module.css';

export function ViewLinks({ onFollow, onManage }: { onFollow(): void; onManage(): void }) {
  const user = useUser();
  const { views, failed, reload } = useViews();
  const [path] = useLocation();
  const query = viewQuery(useRawSearch());
  const available = views.filter((view) => findRoute(view.path, user));
  if (failed) {
    return (
      <p className={s.head}>
        {failed}
        <Button kind="quiet" size="small" onClick={reload}>
          Retry
        </Button>
      </p>
    );
  }
  if (available.length === 0) return null;
  return (
    <>
      <p className={s.head}>
        <span id="saved-views">Saved views</span>
        <Button
          kind="quiet"
          size="small"
          icon={<ActionIcon name="edit" />}
          aria-label="Manage Saved Views"
          onClick={onManage}
        />
      </p>
      <ul aria-labelledby="saved-views" className={`${layout.list} ${s.links}`}>
        {available.map((view) => (
          <li key={view.id}>
            <Link
              href={viewAddress(view)}
              className={s.link}
              aria-current={view.path === path && view.query === query ? 'true' : undefined}
              onClick={onFollow}
            >
              <LongText limit="title">{view.name}</LongText>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
