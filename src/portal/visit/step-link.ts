import type { JourneyState, JourneyStates } from './journey-state.js';
import { holderOf, type Visitor } from './visitor.js';

/** Pages of a portal that read in `s` where a guest is on her way. */
type PortalStep =
  'again' | 'cancel' | 'code' | 'connecting' | 'minutes' | 'pay' | 'price' | 'status' | 'tiers' | 'wait';

/** Path and query of a step, with the state of the journey, signed for this browser. */
export function stepLink(states: JourneyStates, visitor: Visitor, step: PortalStep, state: JourneyState): string {
  const { portal, visit } = visitor;
  const query = new URLSearchParams({ lang: visit.language, s: states.write(holderOf(visitor), state) });
  return `/p/${portal.slug}/${step}?${query}`;
}
