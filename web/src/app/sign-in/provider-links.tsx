import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useOfferedProviders } from './offered-providers';

/** To the sign-in page: whom a provider proves needs no password of ours. */
export function ProviderLinks() {
  const { t } = useLingui();
  return useOfferedProviders().providers.map((provider) => {
    const query = new URLSearchParams({ organization: provider.organizationId, provider: provider.id });
    return (
      <Button key={provider.id} variant="default" component="a" href={`/console/sign-in?${query}`}>
        {t`Sign in with ${provider.name}`}
      </Button>
    );
  });
}
