import { Plural } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client';
import { useMay } from '../../app/session';

/** API keys that an operator made: they go on when she leaves, until somebody revokes them. */
export function OwnKeys({ operatorId }: { readonly operatorId: string }) {
  const made = useQuery({
    queryKey: ['keys', 'made-by', operatorId],
    queryFn: async ({ signal }) => {
      const query = { page_size: 1, filter: JSON.stringify({ made_by_id: operatorId }) };
      return (await api.GET('/keys', { params: { query }, signal })).data!.total_items;
    },
    enabled: useMay('keys:read'),
  });
  if (!made.data) return null;
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/keys" search={{ q: `made_by_id:${operatorId}` }} {...props} />}>
      <Plural value={made.data} one="# API key was made by her" other="# API keys were made by her" />
    </Anchor>
  );
}
