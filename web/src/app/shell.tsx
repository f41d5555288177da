import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, AppShell, Box, Burger, Group, NavLink, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { actFor } from '../api/client';
import logo from '../../usher.svg';
import { firstPageDrawn, useFirstPageDrawn } from './first-page';
import { useNavigation } from './navigation';
import { sessionQuery, SignedIn } from './session';

type AroundPage = typeof import('./around-page').aroundPage;

const around = <Name extends keyof AroundPage>(name: Name) =>
  lazy(async () => {
    await firstPageDrawn();
    return { default: (await import('./around-page')).aroundPage[name] };
  });
const AboveThePage = around('AboveThePage');
const AccountMenu = around('AccountMenu');
const Live = around('Live');
const PageCalls = around('PageCalls');
const OrganizationSwitch = around('OrganizationSwitch');

/** What somebody sees who is signed in. */
export function Shell() {
  const { data } = useQuery(sessionQuery);
  return (
    <SignedIn value={data ?? null}>
      <Frame />
    </SignedIn>
  );
}

/** The frame of every page: what there is on the left, who is signed in above. */
function Frame() {
  const { t } = useLingui();
  const [isOpen, { toggle, close }] = useDisclosure();
  const groups = useNavigation();
  const { org } = useSearch({ from: '/shell' });
  useFirstPageDrawn();
  // Before the page below asks for anything.
  actFor(org);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 230, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
      transitionDuration={0}
    >
      <Anchor className="skip-link" href="#page">
        <Trans>Skip to content</Trans>
      </Anchor>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t`Navigation`} />
            <Group gap={8} wrap="nowrap">
              <img src={logo} alt="" width={24} height={24} />
              <Text fw={700} size="lg" visibleFrom="xs">
                Usher
              </Text>
            </Group>
            <Suspense fallback={null}>
              <OrganizationSwitch />
            </Suspense>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Suspense fallback={null}>
              <Live />
            </Suspense>
            <Suspense fallback={null}>
              <AccountMenu />
            </Suspense>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t`Pages`}>
        <Box className="navigation" p="xs">
          {groups.map(({ name, pages }) => (
            <section key={name}>
              <Title order={2} size="xs" c="dimmed" tt="uppercase" px="sm" pt="sm">
                {name}
              </Title>
              {pages
                .filter(({ isAction }) => !isAction)
                .map(({ to, title }) => (
                  <NavLink
                    key={to}
                    label={title}
                    onClick={close}
                    renderRoot={(props) => <Link to={to} search={org ? { org } : {}} {...props} />}
                  />
                ))}
            </section>
          ))}
        </Box>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        {/* Another organization's page is another page, and keeps nothing of this one's. */}
        <Outlet key={org ?? ''} />
        <Suspense fallback={null}>
          <PageCalls />
        </Suspense>
      </AppShell.Main>
      <Suspense fallback={null}>
        <AboveThePage />
      </Suspense>
    </AppShell>
  );
}
