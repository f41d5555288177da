import { RouterProvider } from '@tanstack/react-router';
import { keepEarlyKeys } from './early-keys';
import { createConsole } from './router';
import { start } from './start';

keepEarlyKeys();
await start((queryClient) => <RouterProvider router={createConsole(queryClient)} />);
