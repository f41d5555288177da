import { useLingui } from '@lingui/react/macro';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { lazy, type PropsWithChildren, Suspense, useMemo } from 'react';
import { styleNonce } from './style-nonce';
import { readableColours, themeOf } from './theme';

// The first page has none yet.
const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

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
        <Suspense fallback={null}>
          <Notifications position="bottom-right" />
        </Suspense>
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
