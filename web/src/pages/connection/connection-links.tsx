import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../app/session';

interface Props {
  readonly id: string;
  readonly abilities: readonly string[];
  /** What its messages mean is written by hand. */
  readonly hasMapping: boolean;
}

/** What else is known of one connection: where what came in, and what came of it, is read. */
export function ConnectionLinks({ id, abilities, hasMapping }: Props) {
  const { t } = useLingui();
  const mayReadFiles = useMay('files:read');
  const mayReadGuests = useMay('guests:read');
  const mayReadOperations = useMay('operations:read');
  const mayReadPrivacy = useMay('privacy:read');
  const mayReadDeliveries = useMay('deliveries:read');
  const ofIt = { q: `connection_id:${id}` };
  const isTold = ['receives', 'listens', 'serves'].some((ability) => abilities.includes(ability));
  return (
    <Group component="nav" aria-label={t`From this connection`}>
      <Anchor renderRoot={(props) => <Link to="/connections/$id/access" params={{ id }} {...props} />}>
        <Trans>Access rules</Trans>
      </Anchor>
      <Anchor renderRoot={(props) => <Link to="/connections/$id/delivery-settings" params={{ id }} {...props} />}>
        <Trans>Messages and templates</Trans>
      </Anchor>
      {hasMapping && (
        <Anchor renderRoot={(props) => <Link to="/connections/$id/mapping" params={{ id }} {...props} />}>
          <Trans>Mapping</Trans>
        </Anchor>
      )}
      {isTold && (
        <Anchor renderRoot={(props) => <Link to="/connections/$id/messages" params={{ id }} search={{}} {...props} />}>
          <Trans>Incoming messages</Trans>
        </Anchor>
      )}
      {abilities.includes('examines') && mayReadFiles && (
        <Anchor renderRoot={(props) => <Link to="/connections/$id/files" params={{ id }} search={{}} {...props} />}>
          <Trans>Files</Trans>
        </Anchor>
      )}
      {mayReadPrivacy && (
        <Anchor renderRoot={(props) => <Link to="/connections/$id/privacy" params={{ id }} {...props} />}>
          <Trans>Privacy</Trans>
        </Anchor>
      )}
      {mayReadGuests && (
        <Anchor renderRoot={(props) => <Link to="/people" search={ofIt} {...props} />}>
          <Trans>People</Trans>
        </Anchor>
      )}
      <Anchor renderRoot={(props) => <Link to="/runs" search={ofIt} {...props} />}>
        <Trans>Runs</Trans>
      </Anchor>
      {mayReadOperations && (
        <Anchor renderRoot={(props) => <Link to="/operations" search={ofIt} {...props} />}>
          <Trans>Operations</Trans>
        </Anchor>
      )}
      {mayReadDeliveries && (
        <Anchor renderRoot={(props) => <Link to="/deliveries" search={ofIt} {...props} />}>
          <Trans>Sent messages</Trans>
        </Anchor>
      )}
    </Group>
  );
}
