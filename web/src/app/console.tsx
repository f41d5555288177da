import { RouterProvider } from '@tanstack/react-router';
import { createConsole } from './router';
import { start } from './start';

await start((queryClient) => <RouterProvider router={createConsole(queryClient)} />);
