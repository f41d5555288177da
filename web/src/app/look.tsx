import { useLingui } from '@lingui/react/macro';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type PropsWithChildren, useMemo } from 'react';
import { styleNonce } from './style-nonce';
import { readableColours, themeOf } from './theme';

/** Theme, colour scheme and notifications around whatever is shown. */
export function Look({ children }: PropsWithChildren) {
  const { t } = useLingui();
  const close = t`Close`;
  const theme = useMemo(() => themeOf({ close }), [close]);
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={readableColours}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        <Notifications position="bottom-right" />
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
