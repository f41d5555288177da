import 'uplot/dist/uPlot.min.css';
import { useLingui } from '@lingui/react/macro';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { regionOf } from '../../app/languages';
import { momentsOf, wholeSteps } from './axes';
import type { Line } from './line';
import { paintOf } from './paint';
import { stacked } from './stacked';

/** In pixels, with what parts it from the next: `12:00 AM`. */
const widestMoment = 80;

interface Props {
  /** The beginning of each bucket, in seconds since 1970. */
  readonly at: readonly number[];
  readonly lines: readonly Line[];
  readonly height: number;
  /** One upon the other; else each from the ground. */
  readonly isStacked: boolean;
  readonly form: 'bars' | 'area' | 'line';
  readonly timeZone: string;
  readonly format: (value: number) => string;
  /** What a screen reader is told: the picture in words. */
  readonly summary: string;
  /** The place that is pointed at. */
  readonly onPoint: (place: number | null) => void;
}

/** A picture over time, on a canvas. Its numbers are in the legend and the table beside it. */
export function Plot({ at, lines, height, isStacked, form, timeZone, format, summary, onPoint }: Props) {
  const { i18n } = useLingui();
  const locale = regionOf(i18n.locale);
  const scheme = useComputedColorScheme('light');
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = element.current;
    if (!parent) return undefined;
    const style = getComputedStyle(parent);
    const axis = {
      stroke: style.color,
      font: `12px ${style.fontFamily}`,
      grid: { stroke: scheme === 'dark' ? '#ffffff22' : '#00000018', width: 1 },
      ticks: { show: false },
    };
    // A bar stands on the whole of its bucket: the last one, too.
    const bucket = form === 'bars' ? (at[1] ?? 0) - (at[0] ?? 0) : 0;
    const { data, bands } = isStacked ? stacked(lines) : { data: lines.map(({ values }) => [...values]), bands: [] };
    const plot = new UPlot(
      {
        width: parent.clientWidth,
        height,
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), timeZone),
        legend: { show: false },
        // The same moment in every picture of the page.
        cursor: { sync: { key: 'reports' }, drag: { x: false, y: false }, points: { size: 6 } },
        scales: {
          x: { range: (_, first, last) => [first, last + Math.max(0, bucket)] },
          y: { range: (_, __, most) => [0, Math.max(1, most * 1.05)] },
        },
        axes: [
          {
            ...axis,
            space: widestMoment,
            values: (_, splits, __, ___, step) => momentsOf(splits, step, locale, timeZone),
          },
          { ...axis, size: 64, incrs: [...wholeSteps], values: (_, splits) => splits.map(format) },
        ],
        bands,
        series: [
          {},
          ...lines.map((_, place) => {
            const { colour, dash, tile } = paintOf(place, scheme);
            return {
              stroke: colour,
              width: form === 'bars' ? 1 : 2,
              ...(form === 'bars' ? {} : { dash }),
              ...(form === 'line' ? {} : { fill: ({ ctx }: UPlot) => ctx.createPattern(tile, 'repeat') ?? colour }),
              ...(form === 'bars' && UPlot.paths.bars
                ? { paths: UPlot.paths.bars({ size: [0.85, 60], align: 1 }) }
                : {}),
              points: { show: form !== 'bars' && at.length === 1 },
            };
          }),
        ],
        hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
      },
      [[...at], ...data],
      parent,
    );
    const resized = new ResizeObserver(() => plot.setSize({ width: parent.clientWidth, height }));
    resized.observe(parent);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [at, lines, height, isStacked, form, locale, timeZone, format, onPoint, scheme]);
  return <div ref={element} role="img" aria-label={summary} style={{ height }} dir="ltr" />;
}
