import type { SeenRequest } from './seen-request.js';

export type WireFault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  | { readonly kind: 'drop_before_effect' }
  | { readonly kind: 'drop_after_effect' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  | { readonly kind: 'not_json' };

export interface PlannedFault {
  readonly times?: number;
  readonly matches?: (request: SeenRequest) => boolean;
}

/** What is to go wrong, and how often. */
export class WireFaults {
  private readonly planned: { times: number; matches: (request: SeenRequest) => boolean; fault: WireFault }[] = [];

  plan(fault: WireFault, { times = 1, matches = () => true }: PlannedFault): void {
    this.planned.push({ times, matches, fault });
  }

  /** The oldest that is left for this request. */
  of(seen: SeenRequest): WireFault | undefined {
    const planned = this.planned.find(({ times, matches }) => times > 0 && matches(seen));
    if (planned) planned.times -= 1;
    return planned?.fault;
  }

  end(): void {
    this.planned.length = 0;
  }
}
