import './core/api/withoutEval.ts';
import './styles.css';
import './core/ui/indianScripts.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './core/api/queries.ts';
import { onSessionEnded } from './core/api/session.ts';
import { shareSession } from './core/api/sharedSession.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';
import { printLight } from './core/ui/paper.ts';
import { readCompanyBy } from './core/sheets/about.ts';
import { retryStyles } from './core/ui/loading/retryStyles.ts';

onSessionEnded(() => {
  queryClient.clear();
  router.navigate({ to: '/login', ignoreBlocker: true }).catch(console.error);
});

shareSession();

printLight();
readCompanyBy(async () => await (await import('./masters/useCompany.ts')).readCompanyName());
retryStyles();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');

// A transition renders in small pieces, so that a slow phone stays responsive.
startTransition(() =>
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  ),
);
