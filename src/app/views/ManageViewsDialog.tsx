// Dialog with all of a user's saved views, to rename, replace with what is on screen, reorder, share with a role or
// delete, and with the views that others share.
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import type { Outcome } from '../../platform/hooks/useAction.ts';
import { useForm } from '../../platform/hooks/useForm.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ListRow } from '../../platform/ui/data/ListRow.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { FailedReads } from '../../platform/ui/feedback/FailedReads.tsx';
import { LoadFailed } from '../../platform/ui/feedback/LoadFailed.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { TextField } from '../../platform/ui/forms/TextField.tsx';
import { ConfirmDelete } from '../../platform/ui/overlays/Confirm.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { FormDialog } from '../../platform/ui/overlays/FormDialog.tsx';
import { Menu } from '../../platform/ui/overlays/Menu.tsx';
import { type SavedView, viewRules } from '../../shared/contract/views.ts';
import { findRoute } from '../shownRoutes.ts';
import { useViews, type ViewStore, viewQuery } from './useViews.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';

export default function ManageViewsDialog({ onClose }: { onClose(): void }) {
  const store = useViews();
  const [question, setQuestion] = useState<{ view: SavedView; about: 'rename' | 'delete' }>();
  // An answer may arrive after another question has been opened.
  const close = () => setQuestion((now) => (now === question ? undefined : now));
  return (
    <Dialog
      title="Saved Views"
      onClose={onClose}
      footer={(requestClose) => <Button onClick={requestClose}>Close</Button>}
    >
      {store.error && <Banner tone="bad">{store.error}</Banner>}
      <ViewList
        store={store}
        onRename={(view) => setQuestion({ view, about: 'rename' })}
        onDelete={(view) => setQuestion({ view, about: 'delete' })}
      />
      {question?.about === 'rename' && <RenameView view={question.view} onClose={close} />}
      {question?.about === 'delete' && <DeleteView view={question.view} onClose={close} />}
    </Dialog>
  );
}

interface ViewListProps {
  store: ViewStore;
  onRename(view: SavedView): void;
  onDelete(view: SavedView): void;
}

function ViewList({ store, onRename, onDelete }: ViewListProps) {
  const { loading, failed, reload, busy, place, change, share } = store;
  const roles = useResource('GET /roles', share ? { query: { per_page: 100 } } : null);
  /** Order chosen here, even before it is saved. */
  const [order, setOrder] = useState<readonly number[]>([]);
  const views = store.views
    .filter(({ owner }) => owner === undefined)
    .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  const ofOthers = store.views.filter(({ owner }) => owner !== undefined);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const user = useUser();
  const [path] = useLocation();
  const query = viewQuery(useRawSearch());
  if (failed) return <LoadFailed message={failed} onRetry={reload} busy={loading} />;
  if (loading && store.views.length === 0) return <LineSkeleton label="Loading saved views…" lines={3} />;
  if (store.views.length === 0) {
    return <EmptyState icon="filter" title="No saved views" hint="Set filters on a screen, then choose Save View" />;
  }

  function move(view: SavedView, by: number) {
    const ids = views.map(({ id }) => id).filter((id) => id !== view.id);
    ids.splice(views.indexOf(view) + by, 0, view.id);
    setOrder(ids);
    void inTurn(() => place(ids)).then(({ ok }) => ok || setOrder([]));
  }

  /** Waits for the previous change, as the store refuses a second one of the same kind at the same time. */
  function inTurn(change: () => Promise<Outcome<unknown>>) {
    const outcome = last.current.then(change);
    last.current = outcome;
    return outcome;
  }

  const moveButton = (view: SavedView, to: 'up' | 'down', disabledReason: string | undefined) => (
    <Button
      size="small"
      kind="quiet"
      icon={<ActionIcon name={to} />}
      aria-label={`Move ${view.name} ${to}`}
      disabledReason={disabledReason}
      onClick={() => move(view, to === 'up' ? -1 : 1)}
    />
  );

  const row = (view: SavedView, sharing: string | undefined, controls?: ReactNode) => (
    <ListRow
      key={view.id}
      title={<LongText limit="title">{view.name}</LongText>}
      end={controls && <span className={layout.row}>{controls}</span>}
    >
      <p className={layout.hint}>
        {findRoute(view.path, user)?.title ?? view.path}
        {sharing}
      </p>
    </ListRow>
  );

  return (
    <div className={layout.stack2}>
      <FailedReads whole="all roles" reads={[roles]} />
      <ol className={layout.list}>
        {views.map((view, index) =>
          row(
            view,
            view.shared_with && `, shared with ${view.shared_with.name}`,
            <>
              {moveButton(view, 'up', index === 0 ? 'It is the first' : undefined)}
              {moveButton(view, 'down', index === views.length - 1 ? 'It is the last' : undefined)}
              {view.path === path && view.query !== query && (
                <Button
                  size="small"
                  aria-label={`Replace ${view.name} by the present filters`}
                  busy={busy}
                  onClick={() => void change(view.id, { query })}
                >
                  Replace
                </Button>
              )}
              <Button size="small" aria-label={`Rename ${view.name}`} onClick={() => onRename(view)}>
                Rename
              </Button>
              {share && (
                <Menu
                  size="small"
                  label="Share"
                  aria-label={`Share ${view.name}`}
                  items={[undefined, ...(roles.data?.data ?? [])].map((role) => ({
                    label: role ? role.display_name || role.name : 'Not Shared',
                    checked: role?.id === view.shared_with?.id,
                    onSelect: () => void inTurn(() => share(view.id, role?.id ?? null)),
                  }))}
                />
              )}
              <Button size="small" aria-label={`Delete ${view.name}`} onClick={() => onDelete(view)}>
                Delete
              </Button>
            </>,
          ),
        )}
        {ofOthers.map((view) => row(view, `, shared by ${view.owner}`))}
      </ol>
    </div>
  );
}

// Each question has its own store, so that its failure is not shown in the next one.

interface QuestionProps {
  view: SavedView;
  onClose(): void;
}

function DeleteView({ view: { id, name }, onClose }: QuestionProps) {
  const store = useViews();
  return (
    <ConfirmDelete
      noun="view"
      name={name}
      action={store}
      onConfirm={() => void store.remove(id).then(({ ok }) => ok && onClose())}
      onClose={onClose}
    />
  );
}

function RenameView({ view, onClose }: QuestionProps) {
  const store = useViews();
  const form = useForm({
    initial: { name: view.name },
    rules: { name: viewRules.name },
    action: store,
    async send({ name }) {
      const outcome = await store.change(view.id, { name: name.trim() });
      if (outcome.ok) onClose();
      return outcome;
    },
  });
  return (
    <FormDialog title="Rename View" size="small" form={form} submitLabel="Rename View" onClose={onClose}>
      <TextField name="name" label="Name" required />
    </FormDialog>
  );
}
