import { useLingui } from '@lingui/react/macro';
import { Box, Flex, Tooltip } from '@mantine/core';
import type { Api } from '../../api/types';
import { useWrittenTime } from '../time';
import { looks, useLinkWords } from './link-words';

export type Health = Api<'ConnectionHealthDto'>;
type Piece = Health['pieces'][number];

/** A link over the last hours, in pieces of equal state; what a screen reader says is the share of each state. */
export function LinkStrip({ health: { name, pieces } }: { readonly health: Health }) {
  const { t } = useLingui();
  const words = useLinkWords();
  const written = useWrittenTime();
  const now = Date.now();
  const first = pieces[0];
  if (!first) return null;
  const whole = Math.max(1, now - Date.parse(first.from));
  const shares = new Map<Piece['state'], number>();
  for (const piece of pieces) shares.set(piece.state, (shares.get(piece.state) ?? 0) + lengthOf(piece, now) / whole);
  const summary = [...shares].map(([state, share]) => `${words[state]} ${Math.round(share * 100)} %`).join(', ');
  return (
    <Flex h={24} w="100%" miw={160} align="flex-end" role="img" aria-label={t`${name}: ${summary}`}>
      {pieces.map((piece) => (
        <Tooltip
          key={piece.from}
          label={[words[piece.state], piece.reason, written(piece.from)].filter(Boolean).join(' · ')}
        >
          <Box
            bg={looks[piece.state].colour}
            h={`${looks[piece.state].height}%`}
            miw={1}
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
