import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { download } from '../../parts/download';
import { ProblemNotice } from '../../parts/page-state';

type Paper = 'sign' | 'svg' | 'png';

async function paperOf(id: string, paper: Paper): Promise<Blob> {
  const asked = { params: { path: { id } }, parseAs: 'blob' } as const;
  const { data } =
    paper === 'sign'
      ? await api.GET('/captive-portals/{id}/sign.pdf', asked)
      : paper === 'svg'
        ? await api.GET('/captive-portals/{id}/code.svg', asked)
        : await api.GET('/captive-portals/{id}/code.png', asked);
  return data as unknown as Blob;
}

const fileNames = { sign: 'wifi.pdf', svg: 'wifi.svg', png: 'wifi.png' } as const;

/** What hangs on the wall, so that guests find the portal. */
export function Sign({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const { error, isPending, variables, mutate } = useMutation({
    mutationFn: async (paper: Paper) => download(await paperOf(id, paper), fileNames[paper]),
  });
  const papers = [
    { paper: 'sign', label: t`Sign as PDF` },
    { paper: 'svg', label: t`QR code as SVG` },
    { paper: 'png', label: t`QR code as PNG` },
  ] as const;
  return (
    <Stack component="section" aria-labelledby="sign" gap="xs">
      <Title order={2} size="h4" id="sign">
        <Trans>Printable sign</Trans>
      </Title>
      <Text size="sm" c="dimmed">
        <Trans>Your name and logo, the network, a QR code and the address, in the languages of the portal.</Trans>
      </Text>
      <Group>
        {papers.map(({ paper, label }) => (
          <Button
            key={paper}
            variant="default"
            loading={isPending && variables === paper}
            onClick={() => mutate(paper)}
          >
            {label}
          </Button>
        ))}
      </Group>
      {error && <ProblemNotice problem={error} />}
    </Stack>
  );
}
