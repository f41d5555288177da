import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sessionQuery, signOut } from '../app/session';

/** Signs out, and forgets what was shown. */
export function Leave() {
  const queryClient = useQueryClient();
  const leave = async () => {
    await signOut();
    window.sessionStorage.removeItem('usher.desk.locked');
    queryClient.setQueryData(sessionQuery.queryKey, null);
    queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first !== sessionQuery.queryKey[0] });
  };
  return (
    <Button variant="default" onClick={() => void leave()}>
      <Trans>Sign out</Trans>
    </Button>
  );
}
