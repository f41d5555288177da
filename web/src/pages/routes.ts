import { connectionRoute } from './connection/route';
import { connectionsRoute } from './connections/route';
import { devicesRoute } from './devices/route';
import { loginRoute } from './login/route';
import { nowRoute } from './now/route';
import { onlineRoute } from './online/route';
import { peopleRoute } from './people/route';
import { portalRoute } from './portal/route';
import { portalsRoute } from './portals/route';
import { reportRoute } from './report/route';
import { reportSchedulesRoute } from './report-schedules/route';
import { reportsRoute } from './reports/route';
import { personRoute } from './person/route';
import { runRoute } from './run/route';
import { runsRoute } from './runs/route';

/** Every page: a folder and a line here. */
export const pageRoutes = [
  nowRoute,
  onlineRoute,
  peopleRoute,
  personRoute,
  devicesRoute,
  loginRoute,
  connectionsRoute,
  connectionRoute,
  runsRoute,
  runRoute,
  portalsRoute,
  portalRoute,
  reportsRoute,
  reportRoute,
  reportSchedulesRoute,
] as const;
