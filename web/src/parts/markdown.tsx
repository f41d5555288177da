import { Code, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Block = { readonly kind: 'text' | 'ol' | 'ul'; readonly lines: string[] };

/** The little Markdown of the catalogue: paragraphs, lists, **strong**, *emphasis* and `code`. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Stack gap="xs">
      {blocksOf(text).map(({ kind, lines }, index) =>
        kind === 'text' ? (
          <Text key={index}>{inline(lines.join(' '))}</Text>
        ) : (
          <List key={index} type={kind === 'ol' ? 'ordered' : 'unordered'} pe="md">
            {lines.map((line) => (
              <List.Item key={line}>{inline(line)}</List.Item>
            ))}
          </List>
        ),
      )}
    </Stack>
  );
}

/** A line that begins no item belongs to the one before it. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const [, sign, item] = /^(\d+\.|-) +(.*)$/.exec(line) ?? [];
    const kind = sign === undefined ? 'text' : sign === '-' ? 'ul' : 'ol';
    const last = blocks.at(-1);
    if (line.trim() === '') isOpen = false;
    else if (isOpen && last && sign === undefined && last.kind !== 'text')
      last.lines.push(`${last.lines.pop() ?? ''} ${line.trim()}`);
    else if (isOpen && last?.kind === kind) last.lines.push(item ?? line.trim());
    else {
      blocks.push({ kind, lines: [item ?? line.trim()] });
      isOpen = true;
    }
  }
  return blocks;
}

function inline(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part, index) => {
    if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>;
    if (part.startsWith('*') && part.length > 2) return <em key={index}>{part.slice(1, -1)}</em>;
    if (part.startsWith('`'))
      return (
        <Code key={index} style={{ overflowWrap: 'anywhere' }}>
          {part.slice(1, -1)}
        </Code>
      );
    return part;
  });
}
