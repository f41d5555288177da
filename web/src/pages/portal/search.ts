import { widths } from './widths';

/** What the preview shows. */
export interface PortalSearch {
  /** The language of the texts that are edited, too. */
  readonly lang?: string;
  /** Which of the guest's pages. */
  readonly view?: string;
  /** Width of the screen in pixels. */
  readonly width?: (typeof widths)[number];
}

export function portalSearch({ lang, view, width }: Record<string, unknown>): PortalSearch {
  return {
    ...(typeof lang === 'string' ? { lang } : {}),
    ...(typeof view === 'string' ? { view } : {}),
    ...(widths.includes(width as 320) ? { width: width as 320 } : {}),
  };
}
