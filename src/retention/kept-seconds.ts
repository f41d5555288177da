export const hours = (count: number): number => count * 3_600;
export const days = (count: number): number => hours(24 * count);

/** For rows whose own column says when they end. */
export const byItself = 0;
