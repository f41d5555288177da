import { describeRoute, type RefusalForm } from './route.js';

/**
 * The route takes what comes: any media type, any query parameter, a body that is not parsed (`request.rawBody`).
 * For outside systems that push in a manner of their own and sign the bytes.
 */
export function Raw(
  options: { readonly bodyLimitBytes?: number; readonly refusal?: RefusalForm } = {},
): MethodDecorator {
  return (_target, _key, descriptor) => describeRoute(descriptor.value as object, { isRaw: true, ...options });
}

/** The most bytes a body of this route may have; 1 MiB where nothing is said. */
export function BodyLimit(bodyLimitBytes: number): MethodDecorator {
  return (_target, _key, descriptor) => describeRoute(descriptor.value as object, { bodyLimitBytes });
}
