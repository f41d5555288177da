import { Trans } from '@lingui/react/macro';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Ago } from '../../parts/time';
import type { PersonDetail } from './people-records';
import { useRemedyWords } from './person-words';

interface Props extends Pick<PersonDetail, 'trouble'> {
  /** The reason as a link to its explanation; without it, as text. */
  readonly why?: (id: string, words: string) => ReactNode;
}

/** "It does not work": what was refused last, and what to do about it. */
export function PersonTrouble({ trouble, why = (_, words) => words }: Props) {
  const remedies = useRemedyWords();
  if (trouble.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4">
        <Trans>Last rejected</Trans>
      </Title>
      {trouble.map(({ id, at, reason, reason_detail, remedies: codes }) => (
        <Text key={id} size="sm">
          <Ago at={at} />: {why(id, reason_detail ?? reason ?? '')}
          {codes[0] && ` → ${remedies[codes[0]] ?? codes[0]}`}
        </Text>
      ))}
    </>
  );
}
