// Parts of a screen that are not visible at first, such as dialogs, whose code loads after the screen.

import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { loadAhead } from '../boot/loadAhead.ts';
import { loadOnce } from '../boot/loadOnce.ts';
import { loadStyles, withStyles } from '../boot/stylesheets.ts';
import { ErrorBoundary } from './feedback/ErrorBoundary.tsx';

type Part<P> = ((props: P) => ReactNode) & { load(): Promise<ComponentType<P>> };

/** Loads the part itself, or a module with it as default export. */
type ImportPart<P> = () => Promise<{ default: ComponentType<P> } | ComponentType<P>>;

/** `what` begins the message shown if the code cannot be loaded. `placeholder` keeps its place until it has loaded. */
export function lazyPart<P extends object>(what: string, importPart: ImportPart<P>, placeholder?: ReactNode): Part<P> {
  const load = loadOnce(what, async () => {
    const loaded = await withStyles(importPart(), loadStyles());
    return 'default' in loaded ? loaded.default : loaded;
  });
  function Loaded(props: P) {
    const Component = use(load());
    return <Component {...props} />;
  }
  const part = (props: P) => (
    <ErrorBoundary>
      <Suspense fallback={placeholder}>
        <Loaded {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  return Object.assign(part, { load });
}

/** Part that the page can do without, and that is simply missing if its code cannot be loaded. */
export const optionalPart = <P extends object>(importPart: ImportPart<P>, placeholder?: ReactNode): Part<P> =>
  lazyPart('', () => importPart().catch(() => Nothing), placeholder);

const Nothing = () => null;

/** Delay before loading parts, so that the screen's content comes first. */
const pauseMs = 200;

/** Preloads parts soon after the screen shows its content. */
export function usePreloadWhen(isShown: boolean, parts: readonly { load(): Promise<unknown> }[]): void {
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => {
      for (const part of parts) loadAhead(part.load);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isShown, parts]);
}

/** Renders its children soon after the content around them. */
export function AfterDelay({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), pauseMs);
    return () => clearTimeout(timer);
  }, []);
  return isDue && children;
}
