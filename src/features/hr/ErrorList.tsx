import * as s from './layout.module.css';

export function ErrorList({ errors }: { errors: readonly string[] }) {
  return (
    <ul aria-label="Errors" className={s.errors}>
      {errors.map((error, index) => (
        <li key={index}>{error}</li>
      ))}
    </ul>
  );
}
