import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { systemContext } from '../../kernel/context.js';
import { isUuid } from '../../kernel/ids.js';
import { Settings } from '../../kernel/settings.js';
import { refusal } from '../identity/contract/proven-person.js';
import { type SignInAttempt, SignInStates } from '../identity/contract/sign-in-states.js';
import { OperatorSignIns } from '../identity/operator-sign-ins.js';
import { ProviderSignIns } from '../identity/provider-sign-ins.js';
import { portalLanguages } from '../../console/captive-portals/portal-languages.js';
import { troublePage } from '../pages/messages.js';
import { type Page, type Redirect, sendPage } from '../pages/send-page.js';
import { AddressBudget } from './address-budget.js';
import { entryQuery, formOf } from './entry-query.js';
import { PageFilter } from './page.filter.js';
import { PortalRoute } from './portal-route.js';
import { ProviderJourney } from './provider-journey.js';
import { VisitedPortals } from './visited-portals.js';
import { baseOf, visitorOf } from './visitor.js';

const late = refusal('wrong', 'The browser came back a second time, or too late');

/** Room for an answer with signatures and the many groups of a person, in base64. */
const largestAnswerBytes = 512 * 1024;

/** The addresses to which providers return browsers. The returned state says who came, and from where. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('sign-in')
export class SignInController {
  constructor(
    private readonly states: SignInStates,
    private readonly signIns: ProviderSignIns,
    private readonly operators: OperatorSignIns,
    private readonly portals: VisitedPortals,
    private readonly journey: ProviderJourney,
    private readonly budget: AddressBudget,
    private readonly settings: Settings,
  ) {}

  @Get('callback')
  @PortalRoute()
  callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const answer = entryQuery(request);
    return this.returned(request, reply, answer.get('state'), answer);
  }

  /** The SAML metadata of Usher; its address is also Usher's entity id. */
  @Get('saml/:organization/:provider')
  @PortalRoute()
  async metadata(
    @Param('organization') organizationId: string,
    @Param('provider') providerId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const accepted = request.headers['accept-language'];
    const retryAfterSeconds = this.budget.spend(request.ip);
    if (retryAfterSeconds !== undefined)
      return sendPage(request, reply, { ...troublePage('busy', accepted), retryAfterSeconds });
    const isNamed = isUuid(organizationId) && isUuid(providerId);
    const context = systemContext(organizationId, request.call.requestId, 'portal');
    const base = baseOf(request, this.settings);
    const metadata = isNamed ? await this.signIns.metadata(context, providerId, base) : undefined;
    if (metadata === undefined) return sendPage(request, reply, troublePage('unknown', accepted));
    await reply.header('content-type', 'application/samlmetadata+xml').send(Buffer.from(metadata));
  }

  /** The browser posts a SAML answer from the provider's page, so it would send no cookies. */
  @Post('saml/:organization/:provider/answer')
  @PortalRoute({ bodyLimitBytes: largestAnswerBytes })
  samlAnswer(
    @Param('organization') organizationId: string,
    @Param('provider') providerId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const answer = formOf(request);
    const isOurs = (attempt: SignInAttempt) =>
      attempt.organizationId === organizationId && attempt.providerId === providerId;
    return this.returned(request, reply, answer.get('RelayState'), answer, isOurs);
  }

  private async returned(
    request: FastifyRequest,
    reply: FastifyReply,
    state: string | null,
    answer: URLSearchParams,
    isOurs: (attempt: SignInAttempt) => boolean = () => true,
  ): Promise<void> {
    const accepted = request.headers['accept-language'];
    const retryAfterSeconds = this.budget.spend(request.ip);
    if (retryAfterSeconds !== undefined)
      return sendPage(request, reply, { ...troublePage('busy', accepted), retryAfterSeconds });
    const read = this.states.read(state, request.headers['user-agent'] ?? '');
    if (read.is === 'foreign' || !isOurs(read.attempt))
      return sendPage(request, reply, troublePage('foreign', accepted));
    const counts = read.is === 'good' && (await this.states.use(read.attempt));
    await sendPage(request, reply, await this.arrived(request, read.attempt, counts ? answer : undefined));
  }

  /** `answer`: undefined when it came too late, or a second time by the button back or a page opened again. */
  private async arrived(
    request: FastifyRequest,
    attempt: SignInAttempt,
    answer: URLSearchParams | undefined,
  ): Promise<Page | Redirect> {
    const { errand, organizationId, providerId } = attempt;
    const { requestId } = request.call;
    const context = systemContext(organizationId, requestId, 'portal');
    const outcome = answer && (await this.signIns.finish(context, attempt, answer, baseOf(request, this.settings)));
    if (errand.of === 'operator')
      return { redirectTo: await this.operators.returnAddress({ ...attempt, errand }, outcome ?? late) };
    const visited = await this.portals.find(errand.slug, requestId);
    const accepted = request.headers['accept-language'];
    if (!visited || visited.context.organizationId !== organizationId) return troublePage('unknown', accepted);
    if (visited.isClosed) return troublePage('closed', accepted);
    const query = new URLSearchParams(errand.query);
    const language = portalLanguages.find((each) => each === errand.language);
    const visitor = visitorOf(visited, request, this.settings, { query, maker: errand.maker, language });
    return outcome ? this.journey.arrive(visitor, providerId, errand, outcome) : this.journey.tooLate(visitor, errand);
  }
}
