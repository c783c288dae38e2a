// Small table, as in a dialog. Each row has a header, and a cell under each further title.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as s from './PlainTable.module.css';

interface PlainTableProps {
  caption?: ReactNode;
  /** Name of a table without a caption. */
  label?: string;
  titles: readonly string[];
  rows: readonly { key: number; header: ReactNode; cells: readonly ReactNode[]; className?: string | undefined }[];
  /** Whether the cells are numbers. On a phone, each row is then a line of them with their titles. */
  hasFigures?: boolean;
  className?: string;
}

export function PlainTable({ caption, label, titles, rows, hasFigures, className }: PlainTableProps) {
  return (
    <table aria-label={label} className={clsx(s.table, hasFigures ? s.figures : s.words, className)}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {titles.map((title, index) =>
            title === '' ? (
              <td key={index} />
            ) : (
              <th key={index} scope="col">
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={row.className}>
            <th scope="row">{row.header}</th>
            {row.cells.map((cell, index) => (
              <td key={index} data-label={titles[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
