export const sessionRequests = ['disconnect', 'reauthenticate'] as const;

/** What somebody may ask for an open session. */
export type SessionRequest = (typeof sessionRequests)[number];

/**
 * What a CoA-Request carries that makes the device prove anew who it is; undefined: this make has no such order.
 * https://www.manualslib.com/manual/1290858/Cisco-Catalyst-2960-Series.html?page=1053
 */
export function reauthenticationOrder(
  vendor: string | undefined,
): { readonly attribute: string; readonly value: string } | undefined {
  return vendor === 'cisco' ? { attribute: 'Cisco-AVPair', value: 'subscriber:command=reauthenticate' } : undefined;
}
