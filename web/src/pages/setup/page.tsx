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
  const isPartial = data.hidden_steps.length > 0;
  return (
    <Stack maw={760}>
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Set-up</Trans>
        </Title>
        <AsCurl path="/setup" />
      </Group>
      <Text>
        {data.complete && isPartial ? (
          <Trans>Every step that your role can view is done.</Trans>
        ) : data.complete ? (
          <Trans>All set. This page no longer appears in the navigation.</Trans>
        ) : (
          <Trans>
            {done} of {all} done. Steps are checked off automatically.
          </Trans>
        )}
      </Text>
      {isPartial && (
        <Text c="dimmed">
          <Trans>
            Your role does not include: {data.hidden_steps.map((step) => words[step as Step].title).join(', ')}.
          </Trans>
        </Text>
      )}
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
                    {point.done ? <Trans>Done</Trans> : point.needed ? <Trans>Open</Trans> : <Trans>Optional</Trans>}
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
