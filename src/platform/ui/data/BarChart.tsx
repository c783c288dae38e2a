// Bar chart in which each bar links to what it counts, so that screen readers and keyboards can reach every number.

import type { ReactNode } from 'react';
import { groupDigits } from '../../../shared/words/plural.ts';
import * as s from './BarChart.module.css';

interface BarPoint {
  label: string;
  value: number;
  /** Full label. */
  detail: string;
}

interface BarChartProps<Point> {
  label: string;
  points: readonly Point[];
  /** Noun for what is counted, singular and plural. */
  unit: readonly [string, string];
  /** Returns a link around `bar`, which provides its name. */
  link(point: Point, bar: ReactNode): ReactNode;
}

const height = 150;
const top = 20;
const bottom = 126;

export function BarChart<Point extends BarPoint>({ label, points, unit: [one, many], link }: BarChartProps<Point>) {
  const highest = Math.max(1, ...points.map(({ value }) => value));
  const slot = 100 / points.length;
  return (
    <figure className={s.chart}>
      <svg role="group" aria-label={label} width="100%" height={height}>
        <line className={s.guide} x1="0" x2="100%" y1={top} y2={top} />
        <text aria-hidden className={s.label} x="0" y={top - 6}>
          {groupDigits(highest)}
        </text>
        {points.map((point, index) => {
          const size = (point.value / highest) * (bottom - top);
          const at = (share: number) => `${(index + share) * slot}%`;
          const name = `${point.detail}: ${groupDigits(point.value)} ${point.value === 1 ? one : many}`;
          return (
            <g key={point.detail} className={s.bar}>
              {link(
                point,
                <>
                  <title>{name}</title>
                  <rect className={s.target} x={at(0)} y={top} width={`${slot}%`} height={bottom + 22 - top} rx="4" />
                  <rect x={at(0.18)} y={bottom - size} width={`${slot * 0.64}%`} height={size} rx="2" />
                </>,
              )}
              <text aria-hidden className={s.label} x={at(0.5)} y={bottom + 16} textAnchor="middle">
                {point.label}
              </text>
            </g>
          );
        })}
        <line className={s.ground} x1="0" x2="100%" y1={bottom} y2={bottom} />
      </svg>
    </figure>
  );
}
