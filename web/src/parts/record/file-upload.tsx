import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client';
import { ProblemNotice } from '../page-state';

/** A file of everybody, looked through as a whole before anything of it counts. */
export function FileUpload({ id }: { readonly id: string }) {
  const queryClient = useQueryClient();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async (file: File) => {
      const answer = await api.POST('/connections/{id}/files', {
        params: { path: { id }, query: { name: file.name } },
        body: file as unknown as string,
        bodySerializer: (blob: unknown) => blob as Blob,
        headers: { 'content-type': 'application/octet-stream' },
      });
      return answer.data!;
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['connections', 'preview', id] }),
        queryClient.invalidateQueries({ queryKey: ['files'] }),
      ]),
  });
  return (
    <Stack gap="xs">
      <Group>
        <FileButton onChange={(file) => file && mutate(file)} accept=".csv,.txt,text/csv,text/plain">
          {(props) => (
            <Button variant="default" loading={isPending} {...props}>
              <Trans>Upload a file</Trans>
            </Button>
          )}
        </FileButton>
        {data && (
          <Text role="status">
            {data.status === 'accepted' ? (
              <Trans>{data.name} was received and is being processed.</Trans>
            ) : (
              <Trans>{data.name} is held: it is not processed until somebody accepts it.</Trans>
            )}
          </Text>
        )}
      </Group>
      {error && <ProblemNotice problem={error} />}
    </Stack>
  );
}
