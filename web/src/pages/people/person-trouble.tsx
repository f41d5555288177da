import { Trans } from '@lingui/react/macro';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Ago } from '../../parts/time';
import { useReasonWords } from '../login/login-words';
import type { PersonDetail } from './people-records';
import { useRemedyWords } from './person-words';

interface Props extends Pick<PersonDetail, 'trouble'> {
  /** The reason as a link to its explanation; without it, as text. */
  readonly why?: (id: string, words: string) => ReactNode;
}

/** "It does not work": what was refused last, and what to do about it. */
export function PersonTrouble({ trouble, why = (_, words) => words }: Props) {
  const reasons = useReasonWords();
  const remedies = useRemedyWords();
  // What only an administrator can do has no words here.
  const remedyOf = (codes: PersonDetail['trouble'][number]['remedies']) =>
    codes.map((code) => remedies[code]).find((words) => words !== undefined);
  if (trouble.length === 0) return null;
  return (
    <>
      <Title order={2} size="h4">
        <Trans>Last rejected</Trans>
      </Title>
      {trouble.map(({ id, at, reason, reason_detail, remedies: codes }) => (
        <Text key={id} size="sm">
          <Ago at={at} />: {why(id, reasons[reason ?? ''] ?? reason_detail ?? reason ?? '')}
          {remedyOf(codes) && ` → ${remedyOf(codes)}`}
        </Text>
      ))}
    </>
  );
}
