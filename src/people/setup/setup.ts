import type { AreaPermission } from '../../console/roles/permission-vocabulary.js';

/** How far an organization's set-up is, from the database. */
export interface SetupFacts {
  readonly networks: boolean;
  readonly accessPointHeard: boolean;
  readonly connectionListed: boolean;
  readonly personOnline: boolean;
  readonly portals: boolean;
  readonly portalTried: boolean;
  readonly operators: number;
}

export const setupSteps = [
  'network',
  'access_point',
  'connection',
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
  person_online: 'online:read',
  portal: 'captive-portals:read',
  mail_server: 'alertcontacts:read',
  second_operator: 'operators:read',
};

export interface SetupPoint {
  readonly step: SetupStep;
  readonly done: boolean;
  /** Not every house has a portal. */
  readonly needed: boolean;
}

export function setupPoints(facts: SetupFacts, hasMailServer: boolean): SetupPoint[] {
  const done: Readonly<Record<SetupStep, boolean>> = {
    network: facts.networks,
    access_point: facts.accessPointHeard,
    connection: facts.connectionListed,
    person_online: facts.personOnline,
    portal: facts.portalTried,
    mail_server: hasMailServer,
    second_operator: facts.operators > 1,
  };
  return setupSteps.map((step) => ({ step, done: done[step], needed: step !== 'portal' || facts.portals }));
}
