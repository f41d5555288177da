import type { SafetySettings } from '../connection/connection.js';

/** What was said of a connection's staff lately. */
export interface RecentEndings {
  /** With access; whoever left on this day not among them. */
  readonly living: number;
  /** Who lost access by what was said, without those of whom an operator decided. */
  readonly inADay: number;
  readonly inAnHour: number;
  readonly heldInAnHour: number;
}

/** In an hour; so few are no storm, whatever the day was like: somebody is dismissed, and is out at once. */
const alwaysPass = 3;
const usual = { max_endings: 20, max_endings_percent: 25 };

export function limitsOf(
  safety: SafetySettings,
): Required<Pick<SafetySettings, 'max_endings' | 'max_endings_percent'>> {
  const { max_endings = usual.max_endings, max_endings_percent = usual.max_endings_percent } = safety;
  return { max_endings, max_endings_percent };
}

/**
 * Whether so many more are too many: more in 24 hours than the greater of the two limits of those who were there. Pure.
 */
export function isStorm(
  more: number,
  { living, inADay, inAnHour, heldInAnHour }: RecentEndings,
  safety: SafetySettings,
): boolean {
  if (more + inAnHour + heldInAnHour <= alwaysPass) return false;
  const { max_endings, max_endings_percent } = limitsOf(safety);
  return more + inADay > Math.max(max_endings, Math.floor(((living + inADay) * max_endings_percent) / 100));
}
