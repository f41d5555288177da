import type { AreaPermission } from '../../console/roles/permission-vocabulary.js';

/** How far an organization's set-up is, from the database. */
export interface SetupFacts {
  readonly networks: boolean;
  readonly accessPointHeard: boolean;
  readonly connectionListed: boolean;
  /** UTC is what an organization has of which nobody said where it stands. */
  readonly timeZoneSaid: boolean;
  readonly connectionInOtherZone: boolean;
  readonly personOnline: boolean;
  readonly portals: boolean;
  readonly portalTried: boolean;
  readonly operators: number;
}

export const setupSteps = [
  'network',
  'access_point',
  'connection',
  'time_zone',
  'person_online',
  'portal',
  'mail_server',
  'second_operator',
] as const;

export type SetupStep = (typeof setupSteps)[number];

/** A caller who may not read the data of a step does not see the step. */
export const permissionOfStep: Readonly<Record<SetupStep, AreaPermission>> = {
  network: 'networks:read',
  access_point: 'networks:read',
  connection: 'connections:read',
  time_zone: 'organizations:read',
  person_online: 'online:read',
  portal: 'captive-portals:read',
  mail_server: 'alertcontacts:read',
  second_operator: 'operators:read',
};

export interface SetupPoint {
  readonly step: SetupStep;
  readonly done: boolean;
  /** Not every house has a portal, and some stand where the clocks show UTC. */
  readonly needed: boolean;
}

export function setupPoints(facts: SetupFacts, hasMailServer: boolean): SetupPoint[] {
  const done: Readonly<Record<SetupStep, boolean>> = {
    network: facts.networks,
    access_point: facts.accessPointHeard,
    connection: facts.connectionListed,
    time_zone: facts.timeZoneSaid,
    person_online: facts.personOnline,
    portal: facts.portalTried,
    mail_server: hasMailServer,
    second_operator: facts.operators > 1,
  };
  const needed: Partial<Record<SetupStep, boolean>> = {
    portal: facts.portals,
    time_zone: facts.timeZoneSaid || facts.connectionInOtherZone,
  };
  return setupSteps.map((step) => ({ step, done: done[step], needed: needed[step] ?? true }));
}
