import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { changesOf, type FormField, inputsOf, valueAt, type Values } from './form-field';

/** For whoever has to find the button first, by the keyboard too: the four seconds of a mere message are not enough. */
export const undoMilliseconds = 10_000;

/** A change is not asked about, but taken back at a touch. */
export function SavedWithUndo({ onUndo }: { readonly onUndo: () => Promise<void> }) {
  return (
    <Group justify="space-between">
      <Text size="sm">
        <Trans>Saved</Trans>
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => {
          notifications.clean();
          void onUndo();
        }}
      >
        <Trans>Undo</Trans>
      </Button>
    </Group>
  );
}

/** The change that brings back what was there; undefined where nobody can: what is secret was never shown. */
export function undoOf(
  fields: readonly FormField[],
  before: Values,
  saved: Values,
  changes: Values,
): Values | undefined {
  const asInputs = [inputsOf(fields, saved), inputsOf(fields, before)] as const;
  const undone = changesOf(fields, ...asInputs);
  const isSecret = ({ kind, schema }: FormField) => kind === 'secret' || schema?.writeOnly === true;
  const names = Object.keys(changes);
  const touches = fields.filter(({ name }) => names.includes(name.split('.')[0]!));
  const isKnown = touches.every((field) => !isSecret(field) || valueAt(changes, field.name) === undefined);
  return isKnown && Object.keys(undone).length > 0 ? undone : undefined;
}
