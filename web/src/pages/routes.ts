import { connectionRoute } from './connection/route';
import { connectionsRoute } from './connections/route';

/** Every page: a folder and a line here. */
export const pageRoutes = [connectionsRoute, connectionRoute] as const;
