import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/session';
import { download } from '../../parts/download';
import { RecordInput } from '../../parts/form/record-input';
import { ProblemNotice } from '../../parts/page-state';
import { blobOf, fileFor, type MadeFile, type Profile, user } from './profile-records';

/** The file that puts the network on a device, for anybody or for one person. */
export function ProfileFile({ profile, made }: { readonly profile: Profile; readonly made: MadeFile | undefined }) {
  const { t } = useLingui();
  const [whose, setWhose] = useState<string | null>(profile.user_id);
  const making = useMutation({ mutationFn: () => fileFor(profile.id, whose) });
  const file = making.data ?? made;
  return (
    <Stack align="flex-start">
      {useMay('profiles:write') && (
        <Group align="flex-end">
          <RecordInput label={t`For whom`} lookup={user} value={whose} onChange={setWhose} clearable />
          <Button variant="default" loading={making.isPending} onClick={() => making.mutate()}>
            <Trans>Create file</Trans>
          </Button>
        </Group>
      )}
      {making.error && <ProblemNotice problem={making.error} />}
      {file && (
        <Alert color="green" role="status" title={t`File ready`}>
          <Stack align="flex-start" gap="xs">
            {file.files.length > 0 && (
              <Text size="sm">
                <Trans>Install them in this order:</Trans>
              </Text>
            )}
            {[...file.files, file].map((each) => (
              <Button
                key={each.file_name}
                variant="default"
                size="xs"
                onClick={() => download(blobOf(each), each.file_name)}
              >
                {each.file_name}
              </Button>
            ))}
            {file.pkcs12_password && (
              <Text>
                <Trans>Certificate password, shown only once</Trans> <Code>{file.pkcs12_password}</Code>
              </Text>
            )}
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}
