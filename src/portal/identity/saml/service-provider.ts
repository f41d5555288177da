/** What Usher is to one identity provider: by these names both sides know each other, and nobody else's answer fits. */
export interface ServiceProvider {
  /** Also the address of the metadata. */
  readonly entityId: string;
  /** Where the browser brings the answer (assertion consumer service). */
  readonly answerUrl: string;
}

/** `base`: scheme and host under which browsers reach Usher. */
export function serviceProviderOf(base: string, organizationId: string, providerId: string): ServiceProvider {
  const entityId = `${base}/sign-in/saml/${organizationId}/${providerId}`;
  return { entityId, answerUrl: `${entityId}/answer` };
}
