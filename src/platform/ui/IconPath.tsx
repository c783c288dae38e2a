import clsx from 'clsx';
import * as s from './IconPath.module.css';

export function IconPath({ path, className }: { path: string; className?: string }) {
  return (
    <svg className={clsx(s.icon, className)} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
