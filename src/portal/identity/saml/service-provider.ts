/** Usher as the service provider of one identity provider. Answers for any other name are rejected. */
export interface ServiceProvider {
  /** The entity id, which is also the address of the metadata. */
  readonly entityId: string;
  /** The assertion consumer service, to which the browser posts the answer. */
  readonly answerUrl: string;
}

/** `base`: scheme and host under which browsers reach Usher. */
export function serviceProviderOf(base: string, organizationId: string, providerId: string): ServiceProvider {
  const entityId = `${base}/sign-in/saml/${organizationId}/${providerId}`;
  return { entityId, answerUrl: `${entityId}/answer` };
}
