import { useLingui } from '@lingui/react/macro';
import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { regionOf } from '../../app/languages';
import { useSession } from '../../app/session';
import { useEntryWords, useLaneWords } from './entry-words';
import classes from './lanes-picture.module.css';
import { marksOf, type Span, ticksOf, zoneOffset } from './scale';
import type { Entry, Lane } from './timeline-records';

const laneHeight = 38;
const axisHeight = 26;
/** So that a mark at either end is whole. */
const edge = 10;

interface Props {
  readonly lanes: readonly Lane[];
  readonly entries: readonly Entry[];
  readonly span: Span;
  readonly now: number;
  readonly chosen: Entry | undefined;
  readonly onChoose: (entry: Entry) => void;
}

/**
 * Lanes on one axis of time, with a line for now and what is to come behind it. The list beneath says the same in
 * words, so the picture itself is hidden from screen readers; arrow keys go from entry to entry.
 */
export function LanesPicture({ lanes, entries, span, now, chosen, onChoose }: Props) {
  const { t, i18n } = useLingui();
  const laneWords = useLaneWords();
  const words = useEntryWords();
  const { ref, width: whole } = useElementSize();
  const timeZone = useSession()?.organization.time_zone;
  const labels = whole < 520 ? 0 : 110;
  const width = Math.max(whole - labels - 2 * edge, 120);
  const x = (at: number): number => ((at - span.from) / (span.to - span.from)) * width;
  const height = lanes.length * laneHeight + axisHeight;
  const offset = zoneOffset(now, timeZone);
  const day = new Intl.DateTimeFormat(regionOf(i18n.locale), { day: 'numeric', month: 'short', timeZone });
  const hour = new Intl.DateTimeFormat(regionOf(i18n.locale), { hour: 'numeric', timeZone });
  const move = (step: number): void => {
    const shown = entries.filter(({ lane }) => lanes.includes(lane));
    const at = chosen ? shown.findIndex(({ id }) => id === chosen.id) : -1;
    const next = at < 0 ? shown.findLast((each) => Date.parse(each.at) <= now) : shown[at + step];
    if (next) onChoose(next);
  };
  return (
    <Box
      ref={ref}
      role="group"
      tabIndex={0}
      className={classes.picture}
      aria-label={t`Timeline chart: use arrow keys to move between entries`}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') move(1);
        else if (key === 'ArrowLeft') move(-1);
      }}
    >
      <svg width="100%" height={height} aria-hidden="true" focusable="false" direction="ltr">
        <g transform={`translate(${labels + edge} 0)`}>
          <rect
            className={classes.future}
            x={Math.max(x(now), 0)}
            width={Math.max(width - Math.max(x(now), 0), 0)}
            height={height - axisHeight}
          />
          {ticksOf(span, Math.max(Math.floor(width / 90), 2), offset).map((at) => (
            <g key={at} transform={`translate(${x(at)} 0)`}>
              <line className={classes.tick} y2={height - axisHeight} />
              <text className={classes.axis} y={height - 8} textAnchor={x(at) > width - 40 ? 'end' : 'middle'}>
                {((at + offset) % 86_400_000 === 0 ? day : hour).format(at)}
              </text>
            </g>
          ))}
          {now >= span.from && now <= span.to && (
            <g transform={`translate(${x(now)} 0)`}>
              <line className={classes.now} y2={height - axisHeight} />
            </g>
          )}
          {lanes.map((lane, row) => (
            <g key={lane} className={classes[lane]} transform={`translate(0 ${row * laneHeight})`}>
              <line className={classes.lane} x2={width} y1={laneHeight / 2} y2={laneHeight / 2} />
              <text className={classes.label} x={labels ? -labels - edge : -edge} y={labels ? laneHeight / 2 + 4 : 11}>
                {laneWords[lane]}
              </text>
              {marksOf(
                entries.filter((entry) => entry.lane === lane),
                span,
                now,
                width,
              ).map((mark) => {
                const first = mark.entries[0];
                const isChosen = mark.entries.some(({ id }) => id === chosen?.id);
                const isToCome = Date.parse(first.at) > now;
                const look = [isToCome ? classes.toCome : classes.past, isChosen ? classes.chosen : ''].join(' ');
                const choose = (): void => onChoose(mark.entries.at(-1)!);
                return (
                  <g
                    key={first.id}
                    className={look}
                    transform={`translate(${mark.x} ${laneHeight / 2})`}
                    onClick={choose}
                  >
                    <title>{mark.entries.map(words).join('\n')}</title>
                    {mark.width >= 14 ? (
                      <rect className={classes.bar} y={-6} height={12} rx={6} width={mark.width} />
                    ) : (
                      <circle
                        className={first.kind === 'rejected' ? classes.refused : classes.dot}
                        r={isChosen ? 9 : 7}
                      />
                    )}
                    {mark.entries.length > 1 && (
                      <text className={classes.number} y={4} textAnchor="middle">
                        {mark.entries.length > 9 ? '+' : mark.entries.length}
                      </text>
                    )}
                  </g>
                );
              })}
            </g>
          ))}
        </g>
      </svg>
    </Box>
  );
}
