import { describeRoute } from '../route.js';

/**
 * The route waits for another system: no transaction of its Idempotency-Key stands open meanwhile. The key is
 * committed with what it does in `Database.transaction`, or by itself where that is nothing; after a crash before
 * that, a repetition does everything again. So what comes before must be such that twice is as good as once.
 */
export function AsksOutside(): MethodDecorator {
  return (_target, _key, descriptor) => describeRoute(descriptor.value as object, { asksOutside: true });
}
