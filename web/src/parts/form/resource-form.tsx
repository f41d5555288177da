import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { ProblemNotice } from '../page-state';
import { FieldInput } from './field-input';
import { changesOf, FieldFault, fieldFor, type FormField, inputsOf, type Values } from './form-field';
import { StaleDialog } from './stale-dialog';

/** A record as it was read, with the tag by which a change says what it was made of. */
export interface ReadRecord {
  readonly values: Values;
  readonly etag: string | undefined;
}

interface Props {
  readonly fields: readonly FormField[];
  readonly record: ReadRecord;
  /** Sends what changed over `over`, the record as it was read last, and answers it as it is then. */
  readonly save: (changes: Values, etag: string | undefined, over: ReadRecord) => Promise<ReadRecord>;
  /** The record as it is now: somebody else may have changed it. */
  readonly read: () => Promise<ReadRecord>;
  /** The page of the record that is in the way. */
  readonly addressOf?: (id: string) => string;
  readonly disabled?: boolean;
}

/** Sends only what was changed; says what is wrong beside the field; loses nothing that was typed. */
export function ResourceForm({ fields, record, save, read, addressOf, disabled = false }: Props) {
  const { t } = useLingui();
  const [known, setKnown] = useState(record);
  const [theirs, setTheirs] = useState<ReadRecord>();
  const [problem, setProblem] = useState<Error>();
  const [waitsSeconds, setWaitsSeconds] = useState<number>();
  const form = useForm({
    mode: 'controlled',
    initialValues: inputsOf(fields, known.values) as Record<string, unknown>,
  });
  useBlocker({ shouldBlockFn: () => form.isDirty() && !window.confirm(t`What you typed is not saved. Leave it?`) });

  const accept = (saved: ReadRecord) => {
    setKnown(saved);
    setTheirs(undefined);
    const inputs = inputsOf(fields, saved.values) as Record<string, unknown>;
    form.setInitialValues(inputs);
    form.setValues(inputs);
    form.resetDirty(inputs);
  };
  const send = async (over: ReadRecord): Promise<void> => {
    setProblem(undefined);
    form.clearErrors();
    try {
      const changes = changesOf(fields, inputsOf(fields, known.values), form.getValues());
      accept(await save(changes, over.etag, over));
      notifications.show({ message: t`Saved`, color: 'green' });
    } catch (failed) {
      await explain(failed, over);
    }
  };
  const explain = async (failed: unknown, over: ReadRecord): Promise<void> => {
    if (failed instanceof FieldFault) return form.setFieldError(failed.field, t`This is not JSON`);
    if (!(failed instanceof ApiProblem)) throw failed;
    // The frame asks to sign in again; what was typed is still here then.
    if (failed.status === 401) return;
    if (failed.status === 412) return setTheirs(await read());
    if (failed.status === 429) return waitAndSend(failed.retryAfterSeconds ?? 1, over);
    const elsewhere = Object.entries(failed.byField).filter(([place, detail]) => {
      const field = fieldFor(fields, place);
      if (field) form.setFieldError(field.name, detail);
      return !field;
    });
    if (elsewhere.length > 0 || Object.keys(failed.byField).length === 0) setProblem(failed);
  };
  const waitAndSend = async (seconds: number, over: ReadRecord): Promise<void> => {
    setWaitsSeconds(seconds);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    setWaitsSeconds(undefined);
    await send(over);
  };
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (over: ReadRecord) => {
    setIsBusy(true);
    await send(over).catch(setProblem);
    setIsBusy(false);
  };
  const conflicting = problem instanceof ApiProblem ? problem.document.conflicting_id : undefined;
  return (
    <form noValidate onSubmit={form.onSubmit(() => void submit(known))}>
      <Stack maw={640}>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            input={form.getInputProps(field.name)}
            disabled={disabled || isBusy}
          />
        ))}
        {problem && <ProblemNotice problem={problem} />}
        {conflicting && addressOf && (
          <Anchor href={addressOf(conflicting)}>
            <Trans>Show the record that is in the way</Trans>
          </Anchor>
        )}
        {waitsSeconds !== undefined && (
          <Alert role="status">
            <Trans>Too many requests at the moment: it is sent again in {waitsSeconds} seconds.</Trans>
          </Alert>
        )}
        {!disabled && (
          <Group>
            <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
              <Trans>Save</Trans>
            </Button>
            {form.isDirty() && (
              <Button variant="default" disabled={isBusy} onClick={() => form.reset()}>
                <Trans>Undo what was typed</Trans>
              </Button>
            )}
          </Group>
        )}
      </Stack>
      {theirs && (
        <StaleDialog
          fields={fields}
          before={inputsOf(fields, known.values)}
          mine={form.getValues()}
          theirs={inputsOf(fields, theirs.values)}
          onKeepMine={() => {
            setTheirs(undefined);
            void submit(theirs);
          }}
          onTakeTheirs={() => accept(theirs)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </form>
  );
}
