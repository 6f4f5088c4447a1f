import { refuseConfiguration, type AuthenticationEnvironment } from './environment'
import type { TokenAuthenticator } from './authenticator'
import { OIDC_ALGORITHMS, openIdConnect } from './oidc'
import { userOfClaims, usernamePrefixOf } from './oidc-claims'
import { forServerOnly } from './union'

/** The issuer of the `--oidc-*` flags, if any. Rejects with `AuthenticationConfigError`. */
export async function oidcOfFlags(env: AuthenticationEnvironment): Promise<TokenAuthenticator | undefined> {
  const { flag, flags, files } = env
  const issuer = flag('oidc-issuer-url')
  const clientId = flag('oidc-client-id')
  if (!issuer !== !clientId) refuseConfiguration('--oidc-issuer-url and --oidc-client-id must be given together')
  if (!issuer || !clientId) return undefined
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url?.protocol !== 'https:') refuseConfiguration(`--oidc-issuer-url: "${issuer}" must be an https URL`)
  const algorithms = flags('oidc-signing-algs').length > 0 ? flags('oidc-signing-algs') : ['RS256']
  const unknown = algorithms.find((name) => !OIDC_ALGORITHMS.includes(name))
  if (unknown !== undefined)
    refuseConfiguration(`--oidc-signing-algs: "${unknown}" is not one of ${OIDC_ALGORITHMS.join(', ')}`)
  const caFile = flag('oidc-ca-file')
  const usernameClaim = flag('oidc-username-claim') || 'sub'
  const groupsClaim = flag('oidc-groups-claim')
  const options = {
    usernameClaim,
    usernamePrefix: usernamePrefixOf(flag('oidc-username-prefix'), usernameClaim, issuer),
    ...(groupsClaim && { groupsClaim }),
    groupsPrefix: flag('oidc-groups-prefix') ?? '',
    requiredClaims: Object.fromEntries(flags('oidc-required-claim').map(requiredClaim)),
  }
  const method = openIdConnect({
    issuer,
    audiences: [clientId],
    userOf: (claims) => userOfClaims(claims, options),
    algorithms,
    ...(groupsClaim && { groupsClaim }),
    ...(caFile && { ca: await files.read(caFile) }),
    outside: env.outside,
    clock: env.clock,
  })
  return forServerOnly(method, env.tokens.audiences)
}

function requiredClaim(text: string): [string, string] {
  const equals = text.indexOf('=')
  return equals > 0
    ? [text.slice(0, equals), text.slice(equals + 1)]
    : refuseConfiguration(`--oidc-required-claim: "${text}" is not of the form key=value`)
}
