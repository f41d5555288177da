import { X509Certificate } from 'node:crypto';
import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import { Parameter } from '../../http/body/query.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { Public } from '../../http/public.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { AuthoritiesService } from './authorities.service.js';
import { RevocationListsService } from './revocation-lists.service.js';
import { pem } from './pem.js';

interface Reply {
  header(name: string, value: string): Reply;
}

const formats = ['pem', 'der'];
const pemType = 'application/x-pem-file';
const certificateType = 'application/pkix-cert';
const listType = 'application/pkix-crl';

/** The organization's certificate authorities and their lists of revoked certificates, as files. */
@Controller('certificates')
@Area('The certificate authority and its revocation lists, for devices and RADIUS servers')
export class AuthorityController {
  constructor(
    private readonly authorities: AuthoritiesService,
    private readonly lists: RevocationListsService,
  ) {}

  /**
   * What devices must trust on the organization's network: every trusted authority, beginning with the one that servers
   * show. PEM; with `format=der` or `Accept: application/pkix-cert` only the first one, in DER.
   */
  @Get('ca')
  @ApiOperation({ summary: 'Get the certificate authority' })
  @Permission('certificates:read')
  @ApiProduces(pemType, certificateType)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async authority(
    @Ctx() context: Context,
    @Parameter('format', { oneOf: formats, description: 'Instead of what Accept asks for' }) format: string | undefined,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<string | Buffer> {
    const trusted = await this.authorities.trusted(context);
    const wantsDer =
      format === 'der' || (format === undefined && /application\/(pkix-cert|x-x509-ca-cert)/.test(accept ?? ''));
    reply.header('cache-control', 'private, max-age=3600');
    if (wantsDer) return file(reply, certificateType, 'ca.cer', new X509Certificate(trusted[0].certificate).raw);
    return file(reply, pemType, 'ca.pem', trusted.map(({ certificate }) => certificate).join(''));
  }

  /**
   * The list of revoked certificates (RFC 5280) of the named authority, or of the one that issues. DER; PEM with
   * `format=pem` or `Accept: application/x-pem-file`.
   */
  @Get('crl')
  @ApiOperation({ summary: 'Get the list of revoked certificates' })
  @Permission('certificates:read')
  @ApiProduces(listType, pemType)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async list(
    @Ctx() context: Context,
    @Parameter('format', { oneOf: formats, description: 'Instead of what Accept asks for' }) format: string | undefined,
    @Parameter('authority_id', { description: 'Instead of the one that issues' }) authorityId: string | undefined,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<string | Buffer> {
    const crl = authorityId === undefined ? await this.lists.current(context) : await this.listOf(context, authorityId);
    reply.header('cache-control', 'private, no-cache');
    const wantsPem = format === 'pem' || (format === undefined && (accept ?? '').includes(pemType));
    return wantsPem ? file(reply, pemType, 'crl.pem', pem('X509 CRL', crl)) : file(reply, listType, 'crl.crl', crl);
  }

  /** The same list in DER, without a key. Certificates name this address for whoever checks them. */
  @Get('crl/:organization_id/:authority_id')
  @ApiOperation({ summary: 'Get the list of revoked certificates, without a key' })
  @Public()
  @ApiProduces(listType)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async publicList(
    @RecordId('organization_id') organizationId: string,
    @RecordId('authority_id') authorityId: string,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<Buffer> {
    const crl = await this.listOf(systemContext(organizationId, 'certificates-crl'), authorityId);
    reply.header('cache-control', 'public, max-age=300');
    return file(reply, listType, 'crl.crl', crl);
  }

  private async listOf(context: Context, authorityId: string): Promise<Buffer> {
    const crl = isUuid(authorityId) ? await this.lists.find(context, authorityId) : undefined;
    if (!crl) throw Problem.notFound('certificate authority', authorityId);
    return crl;
  }
}

function file<Content>(reply: Reply, mediaType: string, name: string, content: Content): Content {
  reply.header('content-type', mediaType).header('content-disposition', `attachment; filename="${name}"`);
  return content;
}
