/** Of screens in pixels: a small phone, a usual one, one that lies on its side. */
export const widths = [320, 390, 844] as const;
