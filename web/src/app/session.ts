import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { api } from '../api/client';
import { ApiProblem } from '../api/problem';
import { lastOrganization, rememberOrganization } from './sign-in/last-organization';

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    try {
      const { data } = await api.GET('/sessions/current', { signal });
      return data ?? null;
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.status === 401) return null;
      throw problem;
    }
  },
  staleTime: 60_000,
  retry: (count, problem) => count < 3 && problem instanceof ApiProblem && problem.status >= 500,
});

export type CurrentSession = NonNullable<Awaited<ReturnType<NonNullable<typeof sessionQuery.queryFn>>>>;

/**
 * Read once for the whole page, and handed down: each row of a list asks for the site's clock, and an observer of the
 * query for each of them takes longer than the row.
 */
export const SignedIn = createContext<CurrentSession | null>(null);

export function useSession(): CurrentSession | null {
  return use(SignedIn);
}

/** As the service decides it; `*` is everything. */
export function permits(permissions: readonly string[], wanted: string): boolean {
  return permissions.includes('*') || permissions.includes(wanted);
}

/** What somebody may not do is not shown. */
export function useMay(wanted: string): boolean {
  const session = useSession();
  return session !== null && permits(session.permissions, wanted);
}

export interface PasswordProof {
  readonly email: string;
  readonly password: string;
  readonly totp?: string;
}

/** A provider has proven it to this browser. */
interface ProviderProof {
  readonly code: string;
  readonly verifier: string;
  readonly totp?: string;
}

/** Name and password in a directory of the organization. */
interface DirectoryProof {
  readonly organization_id: string;
  readonly provider_id: string;
  readonly username: string;
  readonly password: string;
  readonly totp?: string;
}

export type SignInProof = PasswordProof | ProviderProof | DirectoryProof;

export async function signIn(proof: SignInProof): Promise<void> {
  const { data } =
    'verifier' in proof
      ? await api.POST('/console/session/provider', { body: proof })
      : 'provider_id' in proof
        ? await api.POST('/console/session/directory', { body: proof })
        : await api.POST('/console/session', { body: proof });
  rememberOrganization(data!.organization_id);
}

/** The device shows that it is hers: it counts as password and code at once. */
export async function signInByPasskey(): Promise<void> {
  const { data } = await api.POST('/sessions/passkey/options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    data as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
  if (!shown) return;
  const { data: session } = await api.POST('/console/session', { body: { passkey: shown.toJSON() as never } });
  rememberOrganization(session!.organization_id);
}

export async function signOut(): Promise<void> {
  const organizationId = lastOrganization();
  // It lets the browser forget all that it keeps of us.
  await api.DELETE('/console/session');
  if (organizationId !== null) rememberOrganization(organizationId);
}
