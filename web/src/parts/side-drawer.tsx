import { Drawer, type DrawerProps } from '@mantine/core';
import { useEffect } from 'react';
import { useLayer } from './layer';

/** What opened the drawer that is open: one may follow another, as a record that was just made follows its form. */
let opener: HTMLElement | undefined;

/** What lies beside a page as long as its address says so. Whoever closes it is back where she was. */
export function SideDrawer(props: Omit<DrawerProps, 'opened'>) {
  useLayer(true, props.onClose);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.closest('main')) opener = activeElement;
    return () => {
      // After the drawer is gone, and where no other has followed.
      requestAnimationFrame(() => {
        if (document.querySelector('[role=dialog]') || document.activeElement !== document.body) return;
        (opener?.isConnected ? opener : document.getElementById('page'))?.focus();
      });
    };
  }, []);
  return <Drawer opened position="right" closeOnEscape={false} {...props} />;
}
