import { useLingui } from '@lingui/react/macro';
import { Box, Flex, Tooltip } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Api } from '../../api/types';
import { useWrittenTime } from '../time';
import classes from './link-strip.module.css';
import { looks, useLinkWords } from './link-words';

export type Health = Api<'ConnectionHealthDto'>;
type Piece = Health['pieces'][number];

const dayMilliseconds = 86_400_000;

/**
 * A link over the last day, in pieces of equal state, empty for as long as it was not there yet: its name is the share
 * of each state, its value the piece that is pointed at or that the arrow keys have come to.
 */
export function LinkStrip({ health: { name, pieces } }: { readonly health: Health }) {
  const { t } = useLingui();
  const words = useLinkWords();
  const written = useWrittenTime();
  const [chosen, setChosen] = useState<number>();
  const now = Date.now();
  const first = pieces[0];
  if (!first) return null;
  const last = pieces.length - 1;
  const known = Math.max(1, now - Date.parse(first.from));
  const whole = Math.max(known, dayMilliseconds);
  const shares = new Map<Piece['state'], number>();
  for (const piece of pieces) shares.set(piece.state, (shares.get(piece.state) ?? 0) + lengthOf(piece, now) / known);
  const summary = [...shares].map(([state, share]) => `${words[state]} ${Math.round(share * 100)} %`).join(', ');
  const said = ({ state, reason, from }: Piece) => [words[state], reason, written(from)].filter(Boolean).join(' · ');
  const at = Math.min(chosen ?? last, last);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = isMirrored ? -1 : 1;
    const to = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, to)));
  };
  return (
    <Flex
      h={24}
      w="100%"
      miw={160}
      align="flex-end"
      role="slider"
      tabIndex={0}
      className={classes.strip}
      aria-label={t`${name}: ${summary}`}
      aria-readonly
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={said(pieces[at]!)}
      onKeyDown={move}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setChosen(last)}
      onBlur={() => setChosen(undefined)}
    >
      {whole > known && <Box style={{ flexGrow: (whole - known) / whole, flexBasis: 0 }} />}
      {pieces.map((piece, place) => (
        <Tooltip key={piece.from} label={said(piece)} {...(chosen === place ? { opened: true } : {})}>
          <Box
            bg={looks[piece.state].colour}
            h={`${looks[piece.state].height}%`}
            miw={1}
            className={chosen === place ? classes.chosen : undefined}
            style={{ flexGrow: lengthOf(piece, now) / whole, flexBasis: 0 }}
          />
        </Tooltip>
      ))}
    </Flex>
  );
}

function lengthOf({ from, until }: Piece, now: number): number {
  return (until === null ? now : Date.parse(until)) - Date.parse(from);
}
