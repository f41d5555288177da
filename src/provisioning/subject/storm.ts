import type { SafetySettings } from '../connection/connection.js';

/** Recent reports about a connection's staff. */
export interface RecentEndings {
  /** People with access, without today's leavers. */
  readonly living: number;
  /** People who lost access by reports, without those that an operator decided on. */
  readonly inADay: number;
  readonly inAnHour: number;
  readonly heldInAnHour: number;
}

/** Per hour. So few are no storm, whatever the day was like: somebody dismissed is out at once. */
const alwaysPass = 3;
const usual = { max_endings: 20, max_endings_percent: 25 };

export function limitsOf(
  safety: SafetySettings,
): Required<Pick<SafetySettings, 'max_endings' | 'max_endings_percent'>> {
  const { max_endings = usual.max_endings, max_endings_percent = usual.max_endings_percent } = safety;
  return { max_endings, max_endings_percent };
}

/**
 * Whether these further leavers are too many: more in 24 hours than the greater of the two limits, of those who were
 * there. Pure.
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
