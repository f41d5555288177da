import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { AuthenticationProvider } from '../../console/authentication-providers/authentication-provider.js';
import { AuthenticationProvidersService } from '../../console/authentication-providers/authentication-providers.service.js';
import { ProviderSecrets } from '../../console/authentication-providers/provider-secrets.js';
import { Ctx } from '../../http/context.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { Settings } from '../../kernel/settings.js';
import type { FastifyRequest } from 'fastify';
import { OidcCheck } from './oidc/oidc-check.js';
import { DirectoryCheck } from './ldap/directory-check.js';
import type { ProviderCheck } from './contract/provider-check.js';
import { SamlCheck } from './saml/saml-check.js';
import { ProviderTestDto } from './provider-checks.dto.js';
import { serviceProviderOf } from './saml/service-provider.js';

@Controller('authentication-providers')
@Area('External identity providers: OpenID Connect, LDAP and SAML')
export class ProviderChecksController {
  constructor(
    private readonly providers: AuthenticationProvidersService,
    private readonly secrets: ProviderSecrets,
    private readonly directory: DirectoryCheck,
    private readonly openid: OidcCheck,
    private readonly saml: SamlCheck,
    private readonly settings: Settings,
  ) {}

  /** Asks the provider step by step what a sign-in needs, disabled or not. Signs nobody in and changes nothing. */
  @Post(':id/test')
  @HttpCode(200)
  @Permission('authentication-providers:write')
  @ApiOperation({ summary: 'Test an authentication provider' })
  @ApiOkResponse({ type: ProviderTestDto })
  async test(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<ProviderTestDto> {
    const provider = await this.providers.read(context, id);
    const checks = await this.checksOf(context, provider, request);
    return { ok: checks.every(({ ok }) => ok), checks };
  }

  private async checksOf(
    context: Context,
    provider: AuthenticationProvider,
    { protocol, host }: FastifyRequest,
  ): Promise<ProviderCheck[]> {
    const settings = this.secrets.opened(context, provider);
    switch (provider.type) {
      case 'ldap':
        return this.directory.check(settings);
      case 'saml': {
        const base = this.settings.baseUrl?.replace(/\/+$/, '') ?? `${protocol}://${host}`;
        return this.saml.check(settings, serviceProviderOf(base, context.organizationId, provider.id));
      }
      case 'oidc':
        return this.openid.check(settings);
    }
  }
}
