import { connectionsRoute } from './connections/route';

/** Every page: a folder and a line here. */
export const pageRoutes = [connectionsRoute] as const;
