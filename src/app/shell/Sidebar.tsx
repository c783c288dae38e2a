// Links to the screens, the signed-in user, and Logout. Where the screen needs the room, it only shows icons, with
// names on hover and focus. On a narrow page, it slides over the screen.

import clsx from 'clsx';
import { Fragment, type MouseEvent, memo, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { loadAhead } from '../../platform/boot/loadAhead.ts';
import { keepInBrowser } from '../../platform/boot/siteData.ts';
import { brand } from '../../platform/boot/siteMeta.ts';
import { useConnection, useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { LongText } from '../../platform/ui/data/LongText.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { AfterDelay, optionalPart } from '../../platform/ui/lazyPart.tsx';
import { requestAhead } from '../ahead.ts';
import type { Route } from '../routes.tsx';
import { navigationFor } from '../shownRoutes.ts';
import * as shell from './Shell.module.css';
import * as s from './Sidebar.module.css';

const LinkCount = optionalPart(async () => (await import('./ShellExtras.tsx')).LinkCount);

interface SidebarProps {
  path: string;
  /** Only used on a narrow page. */
  isOpen: boolean;
  onClose: () => void;
  /** Content before the administration links, which come last. */
  children: ReactNode;
}

export function Sidebar({ path, isOpen, onClose, children }: SidebarProps) {
  const user = useUser();
  const { session } = useConnection();
  const [isLeaving, setLeaving] = useState(false);
  const nav = useRef<HTMLElement>(null);

  useEffect(() => {
    const drawer = nav.current;
    if (!isOpen || !drawer) return;
    const opening = import('./openDrawer.ts').then(
      ({ openDrawer }) => openDrawer(drawer, onClose),
      () => undefined, // it has a button that closes it
    );
    return () => void opening.then((end) => end?.());
  }, [isOpen, onClose]);

  const { day, administration, own } = navigationFor(user);
  const linksTo = (routes: readonly Route[], label: string) =>
    routes.length > 0 && (
      <ul aria-label={label || undefined} className={s.links}>
        {routes.map((route) => (
          <NavLink key={route.path} route={route} isCurrent={route.path === path} onFollow={onClose} />
        ))}
      </ul>
    );

  return (
    <>
      {isOpen && <div className={s.backdrop} onClick={onClose} />}
      <nav ref={nav} id="sidebar" tabIndex={-1} aria-label="Main" className={clsx(s.sidebar, isOpen && s.open)}>
        <div className={s.top}>
          <p className="logo">{brand()}</p>
          <span className={shell.narrow}>
            <Button kind="quiet" icon={<Icon name="close" />} aria-label="Close menu" onClick={onClose} />
          </span>
        </div>
        <div className={s.ways}>
          {day.map(([heading, routes]) => (
            <Fragment key={heading}>
              {heading && routes.length > 0 && <p className={s.group}>{heading}</p>}
              {linksTo(routes, heading)}
            </Fragment>
          ))}
          <div className={s.later}>{children}</div>
          {administration.length > 0 && (
            <Administration isCurrent={administration.some((route) => route.path === path)}>
              {linksTo(administration, 'Administration')}
            </Administration>
          )}
        </div>
        <div className={s.user}>
          <p className={s.name}>
            <LongText limit="title">{user.name}</LongText>
          </p>
          <p className={s.email}>
            <LongText limit="title">{user.email}</LongText>
          </p>
          <div className={s.foot}>
            {linksTo(own, 'You')}
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
        </div>
      </nav>
    </>
  );
}

const closedKey = 'closed_administration';

/** Can be folded, which the browser remembers, except while one of its screens is open. */
function Administration({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) {
  const [isClosed, setClosed] = useState(() => localStorage.getItem(closedKey) !== null);
  const links = useRef<HTMLDetailsElement>(null);

  // In a low window, they may be out of view below the others.
  useEffect(() => {
    if (isCurrent) links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);

  function toggle(event: MouseEvent) {
    event.preventDefault(); // React opens and closes it
    setClosed(!isClosed);
    if (isClosed) localStorage.removeItem(closedKey);
    else keepInBrowser(closedKey, 'yes');
  }
  return (
    <details ref={links} className={s.administration} open={isCurrent || !isClosed}>
      <summary className={s.group} onClick={toggle}>
        Administration
      </summary>
      {children}
    </details>
  );
}

interface NavLinkProps {
  route: Route;
  isCurrent: boolean;
  onFollow(): void;
}

/** Memoized because navigation only changes two links. */
const NavLink = memo(function NavLink({ route, isCurrent, onFollow }: NavLinkProps) {
  const { queries } = useConnection();
  const countId = useId();
  const { counts } = route;

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
        aria-describedby={counts && countId}
        onPointerEnter={() => loadAhead(route.load)}
        onFocus={() => loadAhead(route.load)}
        onClick={follow}
      >
        <Icon name={route.icon} />
        <span className={s.label}>{route.link}</span>
      </Link>
      {counts && (
        <span id={countId} className={s.count}>
          <AfterDelay>
            <LinkCount of={counts} />
          </AfterDelay>
        </span>
      )}
    </li>
  );
});
