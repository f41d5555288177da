import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client';
import { lastOrganization } from './last-organization';

const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Of the organization of the address, else of the one where somebody signed in last in this browser. */
function organizationSought(): string | undefined {
  const named = new URLSearchParams(window.location.search).get('organization') ?? lastOrganization();
  return named !== null && idForm.test(named) ? named : undefined;
}

const offeredQuery = (organizationId: string | undefined) =>
  queryOptions({
    queryKey: ['sign-in-providers', organizationId],
    queryFn: async ({ signal }) => {
      const query = organizationId === undefined ? {} : { organization_id: organizationId };
      const { data } = await api.GET('/sessions/providers', { signal, params: { query } });
      const { organization_id: id, providers, single_sign_on_required: required } = data!;
      return {
        providers: id === null ? [] : providers.map((provider) => ({ ...provider, organizationId: id })),
        isRequired: required === 1,
      };
    },
  });

type Offered = Awaited<ReturnType<NonNullable<ReturnType<typeof offeredQuery>['queryFn']>>>;
export type OfferedProvider = Offered['providers'][number];

const nothing: Offered = { providers: [], isRequired: false };

/** Where people may prove who they are in place of a password, or have to; none as long as it is not known. */
export function useOfferedProviders(ofOrganization?: string): Offered {
  // Pages take what they were called with out of their address.
  const [sought] = useState(organizationSought);
  const organizationId = ofOrganization ?? sought;
  const { data = nothing } = useQuery(offeredQuery(organizationId));
  // A browser makes no challenge of a page that came in plain HTTP.
  if (window.isSecureContext) return data;
  return { ...data, providers: data.providers.filter(({ type }) => type === 'ldap') };
}
