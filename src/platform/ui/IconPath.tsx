import clsx from 'clsx';
import * as s from './IconPath.module.css';

export function IconPath({ path, className }: { path: string; className?: string }) {
  return (
    <svg className={clsx(s.icon, className)} viewBox="0 0 16 16" width="1rem" height="1rem" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
