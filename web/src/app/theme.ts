import { createTheme, type CSSVariablesResolver, defaultVariantColorsResolver } from '@mantine/core';

/**
 * Defaults that miss WCAG 2.2 AA are set right here: contrast of filled buttons, close buttons without a name. Dialogs
 * are told by name, since the first page does without them.
 */
export function themeOf(words: { readonly close: string }) {
  const named = { 'aria-label': words.close };
  const withNamedClose = { defaultProps: { closeButtonProps: named } };
  return createTheme({
    autoContrast: true,
    // What is written on a filled button is chosen once, for light pages; this variable follows the colour scheme.
    variantColorResolver: (input) => {
      const colours = defaultVariantColorsResolver(input);
      const isPrimary = input.variant === 'filled' && (!input.color || input.color === input.theme.primaryColor);
      return isPrimary ? { ...colours, color: 'var(--mantine-primary-color-contrast)' } : colours;
    },
    primaryShade: { light: 8, dark: 4 },
    respectReducedMotion: true,
    defaultRadius: 'sm',
    components: {
      // The tint tells the kind; words in the tint's own colour are too pale on it.
      Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
      CloseButton: { defaultProps: named },
      // What a closed box offers is not on the page: a form of twenty would hold, and place, all that each could offer.
      Combobox: { defaultProps: { keepMounted: false } },
      Modal: withNamedClose,
      // Within a dialog, a header is no banner of the page.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      Drawer: withNamedClose,
      Notification: withNamedClose,
    },
  });
}

/** Text that stands back is still read: 4.5 to 1 and more on every background that pages have. */
export const readableColours: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-error': colors.red[9],
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
  },
  dark: {
    '--mantine-color-error': colors.red[4],
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
  },
});
