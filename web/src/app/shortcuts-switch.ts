import { useLocalStorage } from '@mantine/hooks';

/** Single keys can be switched off (WCAG 2.1.4): they get in the way of speech input. */
export function useShortcutsSwitch() {
  return useLocalStorage({ key: 'usher.shortcuts', defaultValue: true, getInitialValueInEffect: false });
}
