import { connectionRoute } from './connection/route';
import { connectionsRoute } from './connections/route';
import { nowRoute } from './now/route';
import { onlineRoute } from './online/route';
import { peopleRoute } from './people/route';
import { reportRoute } from './report/route';
import { reportsRoute } from './reports/route';
import { runRoute } from './run/route';
import { runsRoute } from './runs/route';

/** Every page: a folder and a line here. */
export const pageRoutes = [
  nowRoute,
  onlineRoute,
  peopleRoute,
  connectionsRoute,
  connectionRoute,
  runsRoute,
  runRoute,
  reportsRoute,
  reportRoute,
] as const;
