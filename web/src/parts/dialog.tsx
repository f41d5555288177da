import { useLingui } from '@lingui/react/macro';
import { Modal, type ModalProps } from '@mantine/core';
import { useBackCloses } from './back-closes';
import { useLayer } from './layer';

interface Props extends ModalProps {
  /** Whether something typed is lost with it: then it asks before it closes. */
  readonly hasTyped?: () => boolean;
  /** It comes by itself: "back" is not about it. */
  readonly isUnasked?: boolean;
}

/** What lies over a page until it is closed: by its button, Escape, a click beside it, or "back" of the browser. */
export function Dialog({ hasTyped, isUnasked = false, ...modal }: Props) {
  const { t } = useLingui();
  const leave = () => {
    if (hasTyped?.() && !window.confirm(t`Discard unsaved changes?`)) return false;
    modal.onClose();
    return true;
  };
  useBackCloses(modal.opened && !isUnasked, leave);
  useLayer(modal.opened, leave);
  return <Modal {...modal} closeOnEscape={false} onClose={leave} />;
}
