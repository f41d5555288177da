import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem } from '../api/problem';
import { Look } from './look';
import { preferredLanguage, speak } from './languages';

/** Shows the pages of an entry, in the language of whoever looks at them. */
export async function start(pages: (queryClient: QueryClient) => ReactNode): Promise<void> {
  const queryClient = new QueryClient({
    defaultOptions: {
      // Without a network a call fails at once and says so: what waits is done when nobody looks any more.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        // What the service refuses stays refused; what it cannot do now is asked again.
        retry: (count, problem) =>
          count < 3 && problem instanceof ApiProblem && (problem.status === 0 || problem.status >= 500),
      },
    },
  });
  const shown = pages(queryClient);
  await speak(preferredLanguage());
  const element = document.getElementById('root');
  if (element)
    createRoot(element).render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <Look>
            <QueryClientProvider client={queryClient}>{shown}</QueryClientProvider>
          </Look>
        </I18nProvider>
      </StrictMode>,
    );
}
