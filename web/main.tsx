import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/client.ts';
import { onSessionEnded } from './api/session.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';
import { Toasts } from './ui/Toasts.tsx';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What the browser takes for a lost network is tried all the same: the server may be on this very machine.
      networkMode: 'always',
      staleTime: 10_000,
      // What the server refuses it will refuse again; only what did not arrive is worth a second try.
      retry: (failures, fault) => failures < 1 && (!(fault instanceof ApiError) || fault.status === 503),
    },
    // A write is never kept back until the network returns: the person is told, and decides.
    mutations: { networkMode: 'always' },
  },
});

onSessionEnded(() => {
  queryClient.clear();
  router.navigate({ to: '/login', ignoreBlocker: true }).catch(console.error);
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');

createRoot(root).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </MantineProvider>,
);
