import { flag, type FlagDefinition } from '../machinery/flag-definition'
import type { FlagName } from '../machinery/flag-name'

/** Flags of authentication, one group for each way to authenticate. */
export const AUTHENTICATION_FLAGS: readonly FlagDefinition<FlagName>[] = [
  flag('anonymous-auth', 'boolean', 'Treats requests without credentials as anonymous instead of refusing them.'),
  flag('client-ca-file', 'file', 'CA certificates to verify client certificates.'),
  flag('token-auth-file', 'file', 'CSV file of static tokens.', { confidential: true }),
  flag('enable-bootstrap-token-auth', 'boolean', 'Accepts bootstrap tokens.', { default: 'false' }),
  flag('service-account-key-file', 'file', 'Keys to verify service-account tokens.', { repeatable: true }),
  flag('service-account-private-key-file', 'file', 'Private key to sign service-account tokens in secrets.', {
    confidential: true,
  }),
  flag('service-account-signing-key-file', 'file', 'Private key to sign bound service-account tokens.', {
    confidential: true,
  }),
  flag('service-account-lookup', 'boolean', 'Revokes tokens whose secret or service account was deleted.', {
    default: 'true',
  }),
  flag('service-account-issuer', 'string', 'Issuer of service-account tokens.', { repeatable: true }),
  flag('service-account-jwks-uri', 'string', 'URL of the key set in the discovery document.'),
  flag('service-account-max-token-expiration', 'duration', 'Maximum lifetime of a bound token.'),
  flag(
    'service-account-extend-token-expiration',
    'boolean',
    'Extends the lifetime of injected tokens, for clients that do not reload them yet.',
    { default: 'true' },
  ),
  flag('api-audiences', 'list', 'Audiences of the API server.'),
  flag('oidc-issuer-url', 'string', 'URL of the OpenID Connect issuer.'),
  flag('oidc-client-id', 'string', 'Client ID that tokens must be issued for.'),
  flag('oidc-username-claim', 'string', 'Claim with the user name.', { default: 'sub' }),
  flag('oidc-username-prefix', 'string', 'Prefix of user names; - for none.'),
  flag('oidc-groups-claim', 'string', 'Claim with the groups.'),
  flag('oidc-groups-prefix', 'string', 'Prefix of group names.'),
  flag('oidc-required-claim', 'string', 'key=value that the token must contain.', { repeatable: true }),
  flag('oidc-ca-file', 'file', 'CA certificates of the issuer.'),
  flag('oidc-signing-algs', 'list', 'Accepted signature algorithms.', { default: 'RS256' }),
  flag(
    'authentication-config',
    'file',
    'AuthenticationConfiguration: token issuers and the mapping of their claims. Replaces --oidc-*.',
  ),
  flag('authentication-token-webhook-config-file', 'file', 'Client configuration file for the token webhook.'),
  flag('authentication-token-webhook-cache-ttl', 'duration', 'How long answers of the token webhook are cached.', {
    default: '2m',
  }),
  flag('authentication-token-webhook-version', 'string', 'Version of TokenReview sent.', {
    default: 'v1beta1',
    oneOf: ['v1', 'v1beta1'],
  }),
  flag('requestheader-username-headers', 'list', 'Headers with the user name from the authenticating proxy.'),
  flag('requestheader-uid-headers', 'list', 'Headers with the UID of the user.'),
  flag('requestheader-group-headers', 'list', 'Headers with groups.'),
  flag('requestheader-extra-headers-prefix', 'list', 'Prefixes of headers with extra values.'),
  flag('requestheader-client-ca-file', 'file', 'CA certificates of the proxy.'),
  flag('requestheader-allowed-names', 'list', 'Allowed common names of the proxy certificate.'),
]
