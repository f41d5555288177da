import { Trans } from '@lingui/react/macro';
import { Anchor, Stack, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ConnectionAbove } from '../connection/connection-above';
import { KeptOfPeople } from './kept-of-people';

const route = getRouteApi('/shell/connections/$id/privacy');

/** What one connection keeps of people, and for how long the messages that brought it. */
export function ConnectionPrivacyPage() {
  const { id } = route.useParams();
  return (
    <Stack>
      <div>
        <ConnectionAbove id={id} />
        <Title order={1}>
          <Trans>Privacy</Trans>
        </Title>
      </div>
      <KeptOfPeople key={id} id={id} />
      <Anchor renderRoot={(props) => <Link to="/privacy" search={{}} {...props} />}>
        <Trans>Export or erase a person's data</Trans>
      </Anchor>
    </Stack>
  );
}
