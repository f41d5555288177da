import type { Operation } from './operation-words.js';

/** What Usher sends by itself: each callback is named by its event, and may be answered by "no more of these". */
export function describeCallbacks(operation: Operation): void {
  for (const [event, callback] of Object.entries(operation.callbacks ?? {})) {
    if ('$ref' in callback) continue;
    for (const { post } of Object.values(callback)) {
      if (!post) continue;
      // The receiver's; requests are signed, see docs/events.md.
      post.security ??= [];
      post.summary ??= `Tell of ${event}`;
      post.responses['410'] ??= {
        description: 'Switches the webhook off; any other answer but 2xx is tried again later',
      };
    }
  }
}
