import { jsonOf, type OutboundResponse } from '../../../kernel/http-client.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';

/** The request was too heavy for Mews; a smaller one may work. `answered`: Mews said so, rather than timing out. */
export class ResultTooLarge extends ConnectorProblem {
  constructor(
    message: string,
    readonly answered: boolean,
  ) {
    super(answered ? 'upstream_broken' : 'unreachable', message);
  }
}

/** What a refusal means: https://docs.mews.com/connector-api/guidelines/responses */
export function mewsProblem(operation: string, answer: OutboundResponse, secrets: readonly string[]): ConnectorProblem {
  const { status } = answer;
  const said = `${operation}: ${status}${saidBy(answer, secrets)}`;
  switch (status) {
    case 400:
      return new ConnectorProblem(/cursor/i.test(said) ? 'cursor_expired' : 'settings_invalid', said);
    // 401 also means "this operation is not yours" and "the integration is switched off in this hotel".
    case 401:
      return new ConnectorProblem(
        'credentials_refused',
        `${said}; check both tokens, whether the integration is enabled in this hotel, and whether it may use ` +
          'this operation',
      );
    case 403:
      return new ConnectorProblem('settings_invalid', said);
    case 404:
      return new ConnectorProblem('settings_invalid', `${said}; base_url is probably not a Mews platform address`);
    case 408:
    case 413:
      return new ResultTooLarge(said, true);
    case 409:
      return new ConnectorProblem('upstream_broken', said);
  }
  if (status >= 300 && status < 400)
    return new ConnectorProblem('settings_invalid', `${said}; base_url leads elsewhere`);
  if (status >= 400 && status < 500) return new ConnectorProblem('settings_invalid', said);
  return new ConnectorProblem('upstream_broken', said);
}

function saidBy(answer: OutboundResponse, secrets: readonly string[]): string {
  const body = jsonOf(answer) as { readonly Message?: unknown; readonly RequestId?: unknown } | null | undefined;
  const requestId = answer.headers['request-id'] ?? (typeof body?.RequestId === 'string' ? body.RequestId : undefined);
  // Details may contain the whole request with its tokens; Message is for people.
  const message =
    typeof body?.Message === 'string' && answer.status < 500
      ? ` ${withoutSecrets(body.Message, secrets).slice(0, 200)}`
      : '';
  return `${message}${requestId ? ` (request ${requestId})` : ''}`;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text);
}
