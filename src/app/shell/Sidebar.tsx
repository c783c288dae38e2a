// Links to the screens, the signed-in user, and Logout. Where the screen needs the room it shows icons only, with
// names on hover and focus; on a narrow page it slides over the screen.

import clsx from 'clsx';
import { Fragment, memo, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { loadAhead } from '../../platform/boot/loadAhead.ts';
import { brand } from '../../platform/boot/siteMeta.ts';
import { requestAhead } from '../ahead.ts';
import type { Route } from '../routes.tsx';
import { routesFor } from '../shownRoutes.ts';
import { useConnection, useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import * as s from './Sidebar.module.css';

interface SidebarProps {
  path: string;
  /** Used on a narrow page only. */
  isOpen: boolean;
  onClose: () => void;
  /** Shown after the links. */
  children: ReactNode;
}

export function Sidebar({ path, isOpen, onClose, children }: SidebarProps) {
  const user = useUser();
  const { session } = useConnection();
  const [isLeaving, setLeaving] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const groups = Map.groupBy(routesFor(user), ({ group = '' }) => group);

  useEffect(() => {
    const drawer = nav.current;
    if (!isOpen || !drawer) return;
    const opening = import('./openDrawer.ts').then(
      ({ openDrawer }) => openDrawer(drawer, onClose),
      () => undefined, // it has a button that closes it
    );
    return () => void opening.then((end) => end?.());
  }, [isOpen, onClose]);

  return (
    <>
      {isOpen && <div className={s.backdrop} onClick={onClose} />}
      <nav ref={nav} id="sidebar" tabIndex={-1} aria-label="Main" className={clsx(s.sidebar, isOpen && s.open)}>
        <div className={s.top}>
          <p className={s.brand}>{brand()}</p>
          <span className={s.close}>
            <Button kind="quiet" icon={<Icon name="close" />} aria-label="Close menu" onClick={onClose} />
          </span>
        </div>
        <div className={s.ways}>
          {[...groups].map(([group, routes]) => (
            <Fragment key={group}>
              {group && <p className={s.group}>{group}</p>}
              <ul aria-label={group || undefined} className={s.links}>
                {routes.map((route) => (
                  <NavLink key={route.path} route={route} isCurrent={route.path === path} onFollow={onClose} />
                ))}
              </ul>
            </Fragment>
          ))}
          {children}
        </div>
        <div className={s.user}>
          <p className={s.name}>
            <LongText limit="title">{user.name}</LongText>
          </p>
          <p className={s.email}>
            <LongText limit="title">{user.email}</LongText>
          </p>
          <Button
            kind="quiet"
            icon={<Icon name="logout" />}
            busy={isLeaving}
            onClick={() => {
              setLeaving(true);
              void session.leave();
            }}
          >
            <span className={s.label}>Logout</span>
          </Button>
        </div>
      </nav>
    </>
  );
}

interface NavLinkProps {
  route: Route;
  isCurrent: boolean;
  onFollow(): void;
}

/** Navigation changes two links; memo skips the rest. */
const NavLink = memo(function NavLink({ route, isCurrent, onFollow }: NavLinkProps) {
  const { queries } = useConnection();

  function follow() {
    // Request the data before the screen is drawn.
    if (!isCurrent) requestAhead(queries, route, '');
    onFollow();
  }

  return (
    <li>
      <Link
        href={route.path}
        className={s.link}
        aria-current={isCurrent ? 'page' : undefined}
        onPointerEnter={() => loadAhead(route.load)}
        onFocus={() => loadAhead(route.load)}
        onClick={follow}
      >
        <Icon name={route.icon} />
        <span className={s.label}>{route.link}</span>
      </Link>
    </li>
  );
});
