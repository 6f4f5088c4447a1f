import { behaves } from '../api/releases/ledger'
import type { FlagName } from '../machinery/flag-name'
import { refuseConfiguration, type AuthenticationEnvironment } from './environment'

/**
 * The configuration of the `--authentication-config` file, if there is one.
 * @throws AuthenticationConfigError if flags that it excludes are set
 */
export async function configuredIssuers(env: AuthenticationEnvironment) {
  const { flag, isSet, served, tokens } = env
  const file = flag('authentication-config')
  if (!file) return undefined
  if (!behaves('authentication-configuration', served))
    refuseConfiguration(
      'set --feature-gates=StructuredAuthenticationConfiguration=true to use authentication-config file',
    )
  if (OIDC_FLAGS.some(isSet)) refuseConfiguration('authentication-config file and oidc-* flags are mutually exclusive')
  // Loaded on demand, because few clusters use it and it includes the expression language.
  const { structuredMethod } = await import('./structured/method')
  const configured = await structuredMethod({
    ...env,
    file,
    disallowed: tokens.issuers,
    audiences: tokens.audiences,
    log: (message) => env.log(message),
  })
  if (configured.anonymous && isSet('anonymous-auth'))
    refuseConfiguration(
      'anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file',
    )
  return configured
}

const OIDC_FLAGS = [
  'oidc-issuer-url',
  'oidc-client-id',
  'oidc-username-claim',
  'oidc-username-prefix',
  'oidc-groups-claim',
  'oidc-groups-prefix',
  'oidc-required-claim',
  'oidc-ca-file',
  'oidc-signing-algs',
] as const satisfies FlagName[]
