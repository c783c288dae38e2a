import * as s from './Spinner.module.css';

export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className={s.spinner}>
      {label}
    </p>
  );
}
