import { Trans, useLingui } from '@lingui/react/macro';
import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ProblemNotice } from '../../parts/page-state';
import { type PictureUse, type ReadPortal, setPicture } from './portal-record';

interface Props {
  readonly portal: ReadPortal['portal'];
  readonly onChanged: (portal: ReadPortal) => void;
}

/** Logo and background: each is part of the portal as soon as it is chosen. */
export function Pictures({ portal, onChanged }: Props) {
  const { t } = useLingui();
  return (
    <Stack component="section" aria-labelledby="pictures">
      <Title order={2} size="h4" id="pictures">
        <Trans>Pictures</Trans>
      </Title>
      <Picture
        use="logo"
        title={t`Logo`}
        about={t`PNG, JPEG, WebP or SVG, up to 16 KB and 1,024 pixels a side.`}
        portal={portal}
        onChanged={onChanged}
      />
      <Picture
        use="background"
        title={t`Background`}
        about={t`PNG, JPEG, WebP or SVG, up to 256 KB and 4,096 pixels a side.`}
        portal={portal}
        onChanged={onChanged}
      />
    </Stack>
  );
}

interface PictureProps extends Props {
  readonly use: PictureUse;
  readonly title: string;
  readonly about: string;
}

function Picture({ use, title, about, portal, onChanged }: PictureProps) {
  const { t } = useLingui();
  const { id } = portal;
  const address = portal[use];
  const { error, isPending, mutate } = useMutation({
    mutationFn: (picture: Blob | null) => setPicture(id, use, picture),
    onSuccess: onChanged,
  });
  return (
    <Stack gap="xs">
      <Text fw={500}>{title}</Text>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      {address && (
        <img src={address} alt={title} style={{ maxWidth: '100%', maxHeight: 96, alignSelf: 'flex-start' }} />
      )}
      <Group>
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onChange={(picture) => picture && mutate(picture)}
          inputProps={{ 'aria-label': title }}
        >
          {(button) => (
            <Button {...button} variant="default" loading={isPending} aria-label={t`Choose a file: ${title}`}>
              <Trans>Choose a file</Trans>
            </Button>
          )}
        </FileButton>
        {address && (
          <Button variant="default" aria-label={t`Remove: ${title}`} onClick={() => mutate(null)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </Group>
      {error && <ProblemNotice problem={error} />}
    </Stack>
  );
}
