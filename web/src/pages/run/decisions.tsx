import { Trans } from '@lingui/react/macro';
import { List, Text } from '@mantine/core';
import type { Api } from '../../api/types';
import { Time } from '../../parts/time';

type Made = Api<'RunDto'>['decisions'][number];

/** Who decided what, and why. */
export function Decisions({ decisions }: { readonly decisions: readonly Made[] }) {
  if (decisions.length === 0) return null;
  return (
    <List listStyleType="none">
      {decisions.map((made) => (
        <List.Item key={made.at}>
          <Sentence made={made} />
          {made.comment && <Text c="dimmed">{made.comment}</Text>}
        </List.Item>
      ))}
    </List>
  );
}

function Sentence({ made: { decision, by, at } }: { readonly made: Made }) {
  const when = <Time at={at} />;
  if (decision === 'approved')
    return (
      <Trans>
        Approved by {by}, {when}
      </Trans>
    );
  if (decision === 'rejected')
    return (
      <Trans>
        Rejected by {by}, {when}
      </Trans>
    );
  return (
    <Trans>
      Cancelled by {by}, {when}
    </Trans>
  );
}
