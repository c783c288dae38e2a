// A bar chart, with the same numbers as a table for screen readers.

import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import { groupDigits } from '../../format/groupDigits.ts';
import * as s from './BarChart.module.css';

interface BarPoint {
  label: string;
  value: number;
  /** The full label. */
  detail?: string;
}

const height = 150;
const top = 20;
const bottom = 126;

const fullLabel = ({ detail, label }: BarPoint) => detail ?? label;

export function BarChart({ label, points }: { label: string; points: readonly BarPoint[] }) {
  const highest = Math.max(1, ...points.map(({ value }) => value));
  const slot = 100 / points.length;
  return (
    <figure className={s.chart}>
      <svg role="img" aria-label={label} width="100%" height={height}>
        <line className={s.guide} x1="0" x2="100%" y1={top} y2={top} />
        <text className={s.label} x="0" y={top - 6}>
          {groupDigits(highest)}
        </text>
        {points.map((point, index) => {
          const size = (point.value / highest) * (bottom - top);
          const at = (share: number) => `${(index + share) * slot}%`;
          return (
            <g key={fullLabel(point)} className={s.bar}>
              <title>{`${fullLabel(point)}: ${groupDigits(point.value)}`}</title>
              <rect className={s.target} x={at(0)} y={top} width={`${slot}%`} height={bottom - top} />
              <rect x={at(0.18)} y={bottom - size} width={`${slot * 0.64}%`} height={size} rx="2" />
              <text className={s.label} x={at(0.5)} y={bottom + 16} textAnchor="middle">
                {point.label}
              </text>
            </g>
          );
        })}
        <line className={s.ground} x1="0" x2="100%" y1={bottom} y2={bottom} />
      </svg>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <tbody>
            {points.map((point) => (
              <tr key={fullLabel(point)}>
                <th scope="row">{fullLabel(point)}</th>
                <td>{point.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
