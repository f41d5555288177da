import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { useNavigation } from '../../app/navigation';
import { useMay } from '../../app/session';
import type { Role } from './role-records';

/** Which pages this role sees, and who has it. */
export function RoleFacts({ role }: { readonly role: Role }) {
  const pages = useNavigation(role.permissions);
  const mayReadOperators = useMay('operators:read');
  const mayReadKeys = useMay('keys:read');
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        <Trans>Visible pages</Trans>
      </Title>
      <List size="sm">
        {pages.map(({ name, pages }) => (
          <List.Item key={name}>
            {name}:{' '}
            {pages
              .filter(({ isAction }) => !isAction)
              .map(({ title }) => title)
              .join(', ')}
          </List.Item>
        ))}
      </List>
      <Title order={2} size="h4">
        <Trans>Assigned to</Trans>
      </Title>
      {mayReadOperators && <Holders role={role} of="operators" />}
      {mayReadKeys && <Holders role={role} of="keys" />}
    </Stack>
  );
}

function Holders({ role: { id }, of }: { readonly role: Role; readonly of: 'operators' | 'keys' }) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: [of, 'with-role', id],
    queryFn: async ({ signal }) => {
      const query = { page_size: 100, filter: JSON.stringify({ role_id: { eq: id } }) };
      const answer = of === 'keys' ? await api.GET('/keys', { params: { query }, signal }) : undefined;
      const { data } = answer ?? (await api.GET('/operators', { params: { query }, signal }));
      return pageOf<Pick<Api<'KeyDto'>, 'id' | 'name'>>(data!);
    },
  });
  if (!data) return null;
  const title = of === 'keys' ? t`API keys` : t`Operators`;
  if (data.total === 0)
    return (
      <Text size="sm" c="dimmed">
        {title}: <Trans>none</Trans>
      </Text>
    );
  return (
    <Text size="sm">
      {title}:{' '}
      {data.rows.map(({ id: holder, name }, index) => (
        <span key={holder}>
          {index > 0 && ', '}
          <Anchor renderRoot={(props) => <Link to={`/${of}`} search={{ id: holder }} {...props} />}>{name}</Anchor>
        </span>
      ))}
      {data.total > data.rows.length && ' …'}
    </Text>
  );
}
