import { Center, Paper, Stack, Title } from '@mantine/core';
import type { FormEventHandler, PropsWithChildren } from 'react';

interface Props {
  readonly title: string;
  /** Without it, nothing is asked. */
  readonly onSubmit?: FormEventHandler<HTMLFormElement>;
}

/** A page of somebody who is not signed in: one form, and nothing else. */
export function FrontPage({ title, onSubmit, children }: PropsWithChildren<Props>) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <form onSubmit={onSubmit}>
          <Stack>
            <Title order={1} size="h2">
              {title}
            </Title>
            {children}
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
