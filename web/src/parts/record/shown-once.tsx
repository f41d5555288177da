import { Alert, Code, Text } from '@mantine/core';

interface Props {
  readonly title: string;
  readonly hint: string;
  readonly text: string;
}

/** A secret that the API answers once: whoever does not copy it now makes another one. */
export function ShownOnce({ title, hint, text }: Props) {
  return (
    <Alert color="green" role="status" title={title}>
      <Text size="sm">{hint}</Text>
      <Code block tabIndex={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
    </Alert>
  );
}
