import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Fieldset, Group, Stack, Textarea, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/session';
import type { Api } from '../../api/types';
import { download } from '../../parts/download';
import { ProblemNotice } from '../../parts/page-state';
import { ShownOnce } from '../../parts/record/shown-once';
import { type Network, type NetworkClient, siteCertificate } from './network-records';

const requestForm = '-----BEGIN CERTIFICATE REQUEST-----';

/** Certificates by which access points are known that come by RADIUS over TLS. */
export function SiteCertificates({ network: { clients } }: { readonly network: Network }) {
  const mayMake = useMay('certificates:write');
  const sites = clients.filter(({ radsec }) => radsec === 1);
  if (sites.length === 0 || !mayMake) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        <Trans>RADIUS over TLS</Trans>
      </Title>
      {sites.map((site) => (
        <SiteCertificate key={site.id} site={site} />
      ))}
    </Stack>
  );
}

function SiteCertificate({ site }: { readonly site: NetworkClient }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [request, setRequest] = useState('');
  const making = useMutation({
    mutationFn: () => siteCertificate(site.id, request.trim()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['certificates'] }),
  });
  return (
    <Fieldset legend={site.short_name}>
      <Stack align="flex-start">
        <Textarea
          label={t`Controller request`}
          description={t`Empty: a key is generated and provided with the certificate.`}
          placeholder={requestForm}
          autosize
          maxRows={8}
          w="100%"
          value={request}
          onChange={({ currentTarget }) => setRequest(currentTarget.value)}
        />
        <Button variant="default" loading={making.isPending} onClick={() => making.mutate()}>
          <Trans>Issue certificate</Trans>
        </Button>
        {making.error && <ProblemNotice problem={making.error} />}
        {making.data && <Made certificate={making.data} name={site.short_name} />}
      </Stack>
    </Fieldset>
  );
}

interface MadeProps {
  readonly certificate: Api<'IssuedCertificateDto'>;
  readonly name: string;
}

/** What the controller needs: this answer alone has the key. */
function Made({ certificate: { certificate, chain, radsec_authority, pkcs12, pkcs12_password }, name }: MadeProps) {
  const { t } = useLingui();
  const file = name.replace(/[^\w.-]+/g, '-');
  return (
    <Stack gap="xs" w="100%">
      <Group>
        {pkcs12 ? (
          <FileButton name={`${file}.p12`} content={bytesOf(pkcs12)} />
        ) : (
          <FileButton name={`${file}.pem`} content={[certificate, ...chain].join('')} />
        )}
        {radsec_authority && <FileButton name="radsec-authority.pem" content={radsec_authority} />}
      </Group>
      {pkcs12_password && (
        <ShownOnce
          title={t`Password of ${file}.p12, shown only once`}
          hint={t`Download the file now. Neither is shown again.`}
          text={pkcs12_password}
        />
      )}
    </Stack>
  );
}

function FileButton({ name, content }: { readonly name: string; readonly content: BlobPart }) {
  return (
    <Button variant="default" onClick={() => download(new Blob([content]), name)}>
      <Trans>Download {name}</Trans>
    </Button>
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}
