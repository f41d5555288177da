import { useLingui } from '@lingui/react/macro';
import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { permits, useSession } from './session';
import { useIsSetUp } from './setup-state';

const order = ['now', 'people', 'systems', 'wifi', 'insight', 'administration'] as const;

export interface PageLink {
  readonly to: keyof RegisteredRouter['routesByPath'];
  readonly title: string;
  /** Pressed after `g`. */
  readonly key: string | undefined;
  readonly isAction: boolean;
}

/** The pages that this person may see, in groups; `of`: those that others see who have these permissions. */
export function useNavigation(
  of?: readonly string[],
): readonly { readonly name: string; readonly pages: readonly PageLink[] }[] {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const own = useSession()?.permissions ?? [];
  const permissions = of ?? own;
  const isSetUp = useIsSetUp();
  const names = {
    now: t`Now`,
    people: t`People`,
    systems: t`Systems`,
    wifi: t`Wi-Fi`,
    insight: t`Insight`,
    administration: t`Administration`,
  };
  const routes = Object.values(router.routesByPath);
  return order
    .map((group) => ({
      name: names[group],
      pages: routes.flatMap(({ fullPath, options }): PageLink[] => {
        const { title, permission, key, isSetup, isAction = false, ...page } = options.staticData ?? {};
        if (isSetup && isSetUp) return [];
        if (!title || page.group !== group || (permission && !permits(permissions, permission))) return [];
        return [{ to: fullPath, title: i18n._(title), key, isAction }];
      }),
    }))
    .filter(({ pages }) => pages.length > 0);
}
