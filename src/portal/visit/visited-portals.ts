import { Injectable } from '@nestjs/common';
import type { CaptivePortal } from '../../console/captive-portals/captive-portal.js';
import type { PortalMethod } from '../../console/captive-portals/portal-methods.js';
import { captivePortalTable } from '../../console/captive-portals/captive-portal.entity.js';
import type { PictureType } from '../../console/captive-portals/picture.js';
import type { OfferedProvider } from '../pages/frame.js';
import { Database, statement } from '../../database/database.js';
import { HeardChanges, type Remembered } from '../../database/heard-changes.js';
import { Problem } from '../../kernel/errors.js';
import { Settings } from '../../kernel/settings.js';
import { type Context, everyOrganization, systemContext, usherOrganizationId } from '../../kernel/context.js';

/** A portal as its visitors see it. */
export interface VisitedPortal {
  /** Acts as the system, for the portal's organization. */
  readonly context: Context;
  readonly ownerId: string;
  readonly portal: CaptivePortal;
  readonly timeZone: string;
  /** Its organization, or one above it, is disabled. */
  readonly isClosed: boolean;
  /** The logo as a data: URI, so that the page is one request. */
  readonly logo: string | null;
  /** Providers to which guests are sent to sign in. */
  readonly providers: readonly OfferedProvider[];
}

export interface ServedPicture {
  readonly mediaType: PictureType;
  readonly content: Buffer;
}

interface Row extends CaptivePortal {
  readonly ownerId: string;
  readonly timeZone: string;
  readonly isClosed: boolean;
  readonly hasDirectory: boolean;
  readonly hasSms: boolean;
  readonly offered: readonly (Omit<OfferedProvider, 'needsBrowser'> & { readonly issuer: string | null })[] | null;
}

const visitedOf = (owner: string) => `
  select ${owner} as "ownerId", o.time_zone as "timeZone", ${captivePortalTable.select('p')},
    exists (select from organizations u where (u.id = o.id or u.id = any (o.path)) and u.disabled) as "isClosed",
    exists (select from delivery_settings s
      where s.organization_id = ${owner} and s.id = ${owner} and s.sms is not null) as "hasSms",
    exists (select from authentication_providers d
      where d.organization_id = ${owner} and d.type = 'ldap' and not d.disabled
        and d.use <> 'operators') as "hasDirectory",
    (select json_agg(json_build_object('id', d.id, 'name', d.name, 'issuer', d.settings ->> 'issuer')
        order by d.created_at, d.id)
      from authentication_providers d where d.organization_id = ${owner} and d.type <> 'ldap' and not d.disabled
        and d.use <> 'operators') as offered
`;

const bySlug = statement(
  'portal_by_slug',
  `
  ${visitedOf('a.owner_id')}
  from portal_addresses a
  join captive_portals p on p.organization_id = a.owner_id and p.id = a.portal_id
  join organizations o on o.id = a.owner_id
  where a.organization_id = $1 and a.slug = $2`,
);
/** In two steps, where tables are distributed: whose it is, which every node knows, then what stands there. */
const ownerOf = statement(
  'portal_owner',
  `
  select owner_id as "ownerId", portal_id as "portalId" from portal_addresses
  where organization_id = $1 and slug = $2`,
);
const ofOwner = statement(
  'portal_of_owner',
  `
  ${visitedOf('$1::uuid')}
  from captive_portals p
  join organizations o on o.id = $1
  where p.organization_id = $1 and p.id = $2`,
);
const onlySlug = statement(
  'portal_only_slug',
  'select min(slug) as slug from portal_addresses where organization_id = $1 having count(*) = 1',
);
const pictureByHash = statement(
  'portal_picture',
  `
  select media_type as "mediaType", content from portal_pictures
  where organization_id = $1 and portal_id = $2 and hash = $3 limit 1`,
);

const slugForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Finds portals by their public address, in any organization. */
@Injectable()
export class VisitedPortals {
  private readonly remembered: Remembered<Omit<VisitedPortal, 'context'>>;

  /** Needs the base address too: links in e-mails must not take their host from a request. */
  private readonly hasMail: boolean;

  constructor(
    private readonly database: Database,
    changes: HeardChanges,
    { smtp, baseUrl }: Settings,
  ) {
    this.remembered = changes.remember(500);
    this.hasMail = Boolean(smtp) && baseUrl !== null;
  }

  /** Undefined if no portal has that address. */
  async find(slug: string, requestId: string): Promise<VisitedPortal | undefined> {
    // Phones capitalize the first letter of an address.
    const wanted = slug.toLowerCase();
    if (!slugForm.test(wanted)) return undefined;
    const visited = await this.remembered.findOr(wanted, () => this.read(wanted, requestId));
    return visited && { ...visited, context: systemContext(visited.ownerId, requestId, 'portal') };
  }

  /** As its visitors would see a saved portal with other fields than it has. */
  async draft(context: Context, draft: CaptivePortal): Promise<VisitedPortal> {
    const { requestId } = context;
    const visited = await this.read(draft.slug, requestId, draft);
    if (!visited) throw Problem.notFound('captive portal', draft.id);
    return { ...visited, context };
  }

  private async read(
    wanted: string,
    requestId: string,
    draft?: CaptivePortal,
  ): Promise<Omit<VisitedPortal, 'context'> | undefined> {
    const everywhere = systemContext(everyOrganization, requestId, 'portal');
    const row = this.database.isDistributed
      ? await this.readThere(everywhere, wanted)
      : await this.database.one<Row>(everywhere, bySlug, [usherOrganizationId, wanted]);
    if (!row) return undefined;
    const { ownerId, timeZone, isClosed, hasDirectory, hasSms, offered, ...saved } = row;
    const stored = draft ?? saved;
    // Leaves out a way that has no provider.
    const can: Partial<Record<PortalMethod, boolean>> = {
      // Directories share the form of local users; each provider with a page of its own has a button.
      provider: hasDirectory,
      self_registration: stored.confirmation.by === 'sms' ? hasSms : this.hasMail,
      approval: this.hasMail && (stored.approval.domains ?? []).length > 0,
    };
    const methods = stored.methods.filter((each) => can[each] ?? true);
    const portal: CaptivePortal = { ...stored, methods };
    const context = systemContext(ownerId, requestId, 'portal');
    const isAsked = stored.methods.includes('provider');
    const providers = ((isAsked && offered) || []).map(({ id, name, issuer }) => ({
      id,
      name,
      // https://developers.googleblog.com/upcoming-security-changes-to-googles-oauth-20-authorization-endpoint
      needsBrowser: issuer !== null && URL.parse(issuer)?.hostname === 'accounts.google.com',
    }));
    return { ownerId, portal, timeZone, isClosed, logo: await this.logoOf(context, portal), providers };
  }

  private async readThere(everywhere: Context, wanted: string): Promise<Row | undefined> {
    const address = await this.database.one<{ ownerId: string; portalId: string }>(everywhere, ownerOf, [
      usherOrganizationId,
      wanted,
    ]);
    return address && this.database.one<Row>(everywhere, ofOwner, [address.ownerId, address.portalId]);
  }

  /** The slug of the only portal of this installation; undefined if there are several, or none. */
  async only(requestId: string): Promise<string | undefined> {
    const usher = systemContext(usherOrganizationId, requestId, 'portal');
    return (await this.database.one<{ slug: string }>(usher, onlySlug, [usherOrganizationId]))?.slug;
  }

  async picture(context: Context, portal: { readonly id: string }, hash: string): Promise<ServedPicture | undefined> {
    return /^[0-9a-f]{32}$/.test(hash)
      ? this.database.one(context, pictureByHash, [context.organizationId, portal.id, hash])
      : undefined;
  }

  private async logoOf(context: Context, portal: CaptivePortal): Promise<string | null> {
    if (portal.logo === null) return null;
    const picture = await this.picture(context, portal, portal.logo);
    if (!picture) return null;
    return `data:${picture.mediaType};base64,${picture.content.toString('base64')}`;
  }
}
