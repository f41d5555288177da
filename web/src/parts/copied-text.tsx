import { Trans } from '@lingui/react/macro';
import { Button, Code, CopyButton } from '@mantine/core';

interface Props {
  readonly text: string;
  /** What the button copies; absent where the text is the only one. */
  readonly label?: string;
}

/** A text to be pasted elsewhere, with its button. */
export function CopiedText({ text, label }: Props) {
  return (
    <>
      <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" aria-label={label} onClick={copy}>
            {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
        )}
      </CopyButton>
    </>
  );
}
