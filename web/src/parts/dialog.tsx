import { useLingui } from '@lingui/react/macro';
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';
import { useBackCloses } from './back-closes';

interface Props extends ModalProps {
  /** Whether something typed is lost with it: then it asks before it closes. */
  readonly hasTyped?: () => boolean;
}

let opened = 0;

/** Whether a dialog lies above whatever else is open: a key that closes it closes nothing beneath. */
export function isUnderDialog(): boolean {
  return opened > 0;
}

/** What lies over a page until it is closed: by its button, Escape, a click beside it, or "back" of the browser. */
export function Dialog({ hasTyped, ...modal }: Props) {
  const { t } = useLingui();
  const leave = () => {
    if (hasTyped?.() && !window.confirm(t`Discard unsaved changes?`)) return false;
    modal.onClose();
    return true;
  };
  useBackCloses(modal.opened, leave);
  useEffect(() => {
    if (!modal.opened) return;
    opened += 1;
    return () => {
      // After whatever else hears the same key.
      setTimeout(() => {
        opened -= 1;
      });
    };
  }, [modal.opened]);
  return <Modal {...modal} onClose={leave} />;
}
