import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Button, Group, Paper, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useBlocker } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem';
import { ProblemNotice } from '../page-state';
import { FieldInput } from './field-input';
import { bodyOf, changesOf, FieldFault, fieldFor, type FormField, inputsOf, type Values } from './form-field';
import { SavedWithUndo, undoMilliseconds, undoOf } from './saved-with-undo';
import { StaleDialog } from './stale-dialog';

/** A record as it was read, with the tag by which a change says what it was made of. */
export interface ReadRecord {
  readonly values: Values;
  readonly etag: string | undefined;
}

/** What is typed, and the record that it began with. */
export interface KeptInput {
  readonly known: ReadRecord;
  readonly inputs: Values;
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
  /** Hears what would be sent, whenever something is typed. */
  readonly onChanges?: (changes: Values) => void;
  /** What was found wrong before it is sent, by place. */
  readonly problems?: Readonly<Record<string, string>>;
  /** Below the fields: what would come of the body as it is now. */
  readonly preview?: ((body: Values | null) => ReactNode) | undefined;
  /** Not made yet: it can be saved as it is proposed. */
  readonly isNew?: boolean;
  /** What is typed stays while another page is open, instead of being asked about. */
  readonly kept?: { readonly read: () => KeptInput | undefined; readonly write: (kept?: KeptInput) => void };
}

/** A drawer has a margin beneath what scrolls: nothing of the form is seen there. */
const below = -16;

/** What is wrong is told beside the part that it is about. */
const hasParts: ReadonlySet<FormField['kind']> = new Set(['own', 'structure']);

/** Sends only what was changed; says what is wrong beside the field; loses nothing that was typed. */
export function ResourceForm(props: Props) {
  const { fields, record, save, read, addressOf, disabled = false, onChanges, problems = {}, kept } = props;
  const { isNew = false, preview } = props;
  const { t } = useLingui();
  const [typed] = useState(() => kept?.read());
  const [known, setKnown] = useState(typed?.known ?? record);
  const [theirs, setTheirs] = useState<ReadRecord>();
  const [problem, setProblem] = useState<Error>();
  const [waitsSeconds, setWaitsSeconds] = useState<number>();
  const [isBusy, setIsBusy] = useState(false);
  const form = useForm({
    mode: 'controlled',
    initialValues: inputsOf(fields, known.values) as Record<string, unknown>,
  });
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // A dialog that lay over the form was closed.
      const isHere = current.pathname === next.pathname && sameSearch(current.search, next.search);
      return !isHere && !kept && form.isDirty() && !window.confirm(t`Discard unsaved changes?`);
    },
    enableBeforeUnload: () => form.isDirty(),
  });
  useEffect(() => {
    if (typed) form.setValues(typed.inputs as Record<string, unknown>);
    // Once: what is typed later is the form's.
  }, []);
  useEffect(() => {
    kept?.write(form.isDirty() ? { known, inputs: form.getValues() } : undefined);
    onChanges?.(soundChanges(fields, known.values, form.getValues()));
  }, [form.values, known]);
  // Something that the form does not show was changed, as a picture is: what is typed is still about this record.
  useEffect(() => {
    const isSame = JSON.stringify(inputsOf(fields, record.values)) === JSON.stringify(inputsOf(fields, known.values));
    if (record.etag !== known.etag && isSame) setKnown(record);
  }, [record]);

  const accept = (saved: ReadRecord) => {
    setKnown(saved);
    setTheirs(undefined);
    const inputs = inputsOf(fields, saved.values) as Record<string, unknown>;
    form.setInitialValues(inputs);
    form.setValues(inputs);
    form.resetDirty(inputs);
  };
  const isDirty = form.isDirty();
  // Changed elsewhere, as by a button beside the form: with nothing typed there is nothing to ask about.
  useEffect(() => {
    if (!isDirty && record.etag !== undefined && record.etag !== known.etag) accept(record);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [record.etag]);
  const wrongNow = Object.keys(form.errors).join();
  const page = useRef<HTMLFormElement>(null);
  // Whoever cannot see where it is red is led there; whoever can need not scroll.
  useEffect(() => {
    if (wrongNow && !isBusy) page.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBusy]);
  const send = async (over: ReadRecord): Promise<void> => {
    setProblem(undefined);
    form.clearErrors();
    try {
      const changes = changesOf(fields, inputsOf(fields, known.values), form.getValues());
      const saved = await save(changes, over.etag, over);
      accept(saved);
      const before = isNew ? undefined : undoOf(fields, over.values, saved.values, changes);
      notifications.show({
        message: before ? <SavedWithUndo onUndo={() => undo(before, saved)} /> : t`Saved`,
        color: 'green',
        ...(before ? { autoClose: undoMilliseconds } : {}),
      });
    } catch (failed) {
      await explain(failed, over);
    }
  };
  // The form may be closed by now: how it went is told beside the page.
  const undo = async (before: Values, saved: ReadRecord) => {
    try {
      accept(await save(before, saved.etag, saved));
      notifications.show({ message: t`Change undone`, color: 'green' });
    } catch (failed) {
      const isStale = failed instanceof ApiProblem && failed.status === 412;
      const message = isStale ? t`Not undone: somebody else has changed it since` : (failed as Error).message;
      notifications.show({ message, color: 'red' });
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
      if (field) form.setFieldError(hasParts.has(field.kind) ? place : field.name, detail);
      return !field || field.isHidden;
    });
    if (elsewhere.length > 0 || Object.keys(failed.byField).length === 0) setProblem(failed);
  };
  const waitAndSend = async (seconds: number, over: ReadRecord): Promise<void> => {
    setWaitsSeconds(seconds);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    setWaitsSeconds(undefined);
    await send(over);
  };
  const submit = async (over: ReadRecord) => {
    setIsBusy(true);
    await send(over).catch(setProblem);
    setIsBusy(false);
  };
  const conflicting = problem instanceof ApiProblem ? problem.document.conflicting_id : undefined;
  return (
    <form ref={page} noValidate onSubmit={form.onSubmit(() => void submit(known))}>
      <Stack maw={640}>
        {fields
          .filter(({ isHidden }) => !isHidden)
          .map((field, at) => (
            <Fragment key={field.name}>
              {field.section !== undefined && (
                <Title order={2} size="h4" mt={at === 0 ? 0 : 'md'}>
                  {field.section}
                </Title>
              )}
              <FieldInput
                field={isNew ? field : { ...field, description: field.keptDescription ?? field.description }}
                input={form.getInputProps(field.name)}
                disabled={disabled || isBusy}
                problems={{ ...problems, ...form.errors }}
              />
            </Fragment>
          ))}
        {preview?.(bodyOf(fields, form.getValues()))}
        {problem && <ProblemNotice problem={problem} />}
        {conflicting && addressOf && (
          <Anchor href={addressOf(conflicting)}>
            <Trans>Show the conflicting record</Trans>
          </Anchor>
        )}
        {waitsSeconds !== undefined && (
          <Alert role="status">
            <Trans>Too many requests. Retrying in {waitsSeconds} seconds.</Trans>
          </Alert>
        )}
        {!disabled && (
          // At hand in a long form, too, and above what scrolls beneath it.
          <Paper
            pos="sticky"
            bottom={below}
            pt="xs"
            pb={-below + 8}
            style={{ zIndex: 1, borderTop: '1px solid var(--mantine-color-default-border)' }}
          >
            <Group>
              <Button type="submit" loading={isBusy} disabled={!isNew && !form.isDirty()}>
                <Trans>Save</Trans>
              </Button>
              {form.isDirty() && (
                <Button variant="default" disabled={isBusy} onClick={() => form.reset()}>
                  <Trans>Discard changes</Trans>
                </Button>
              )}
            </Group>
          </Paper>
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

function sameSearch(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Without what cannot be read yet. */
function soundChanges(fields: readonly FormField[], before: Values, now: Values): Values {
  try {
    return changesOf(fields, inputsOf(fields, before), now);
  } catch (fault) {
    if (fault instanceof FieldFault) return {};
    throw fault;
  }
}
