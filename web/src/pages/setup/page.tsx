import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Card, Group, List, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { setupQuery } from '../../app/setup-state';
import { AsCurl } from '../../parts/as-curl';
import { PageProblem } from '../../parts/page-problem';
import { PageLoading } from '../../parts/page-state';
import { type Step, useStepWords } from './steps';

/** While somebody sets things up beside the page, it follows. */
const lookMilliseconds = 5_000;

/** What is left until guests are online, by what the service knows of it. */
export function SetupPage() {
  const { t } = useLingui();
  const words = useStepWords();
  const { data, error, refetch } = useQuery({ ...setupQuery, staleTime: 0, refetchInterval: lookMilliseconds });
  if (!data) return error ? <PageProblem problem={error} retry={() => void refetch()} /> : <PageLoading />;
  const needed = data.points.filter((point) => point.needed);
  const done = needed.filter((point) => point.done).length;
  const all = needed.length;
  return (
    <Stack maw={760}>
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Set-up</Trans>
        </Title>
        <AsCurl path="/setup" />
      </Group>
      <Text>
        {data.complete ? (
          <Trans>All is done: this page leaves the navigation.</Trans>
        ) : (
          <Trans>
            {done} of {all} are done. Nothing is ticked here: the service sees it by itself.
          </Trans>
        )}
      </Text>
      <Progress value={(done / Math.max(all, 1)) * 100} aria-label={t`Done`} />
      <List
        listStyleType="none"
        spacing="sm"
        aria-label={t`Set-up`}
        styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
      >
        {data.points.map((point) => {
          const { title, use, link } = words[point.step as Step];
          return (
            <List.Item key={point.step}>
              <Card withBorder>
                <Group justify="space-between">
                  <Title order={2} size="h4">
                    {title}
                  </Title>
                  <Badge variant="dot" color={point.done ? 'green' : point.needed ? 'yellow' : 'gray'}>
                    {point.done ? <Trans>Done</Trans> : point.needed ? <Trans>Open</Trans> : <Trans>If you like</Trans>}
                  </Badge>
                </Group>
                <Text size="sm">{use}</Text>
                {!point.done && link && (
                  <Anchor renderRoot={(props) => <Link to={link.to} search={link.search} {...props} />}>
                    {link.label}
                  </Anchor>
                )}
              </Card>
            </List.Item>
          );
        })}
      </List>
    </Stack>
  );
}
