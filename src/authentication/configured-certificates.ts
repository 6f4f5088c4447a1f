import { fileLabel } from '../machinery/file-label'
import { messageOf } from '../machinery/message-of'
import type { ParsedCertificate } from '../pki/certificate'
import { parseBundle } from '../pki/chain'
import type { Authenticator } from './authenticator'
import { clientCertificate } from './client-certificate'
import { refuseConfiguration, type AuthenticationEnvironment } from './environment'
import { requestHeader } from './request-header'

async function readBundle({ files }: AuthenticationEnvironment, flag: string, file: string) {
  const pem = await files.read(file)
  try {
    return parseBundle(pem)
  } catch (error) {
    return refuseConfiguration(`--${flag}: ${fileLabel(file)}: ${messageOf(error)}`)
  }
}

/** Authenticates client certificates of `--client-ca-file`, or of the cluster's own authority. */
export async function certificatesOf(env: AuthenticationEnvironment): Promise<Authenticator[]> {
  const file = env.flag('client-ca-file')
  if (file) return [clientCertificate({ ...env, roots: await readBundle(env, 'client-ca-file', file) })]
  const { clientCa } = env
  if (!clientCa) return []
  // The cluster's own authority needs no validation, and the start need not wait until it is parsed.
  let own: readonly ParsedCertificate[] | undefined
  return [
    clientCertificate({
      ...env,
      get roots() {
        return (own ??= parseBundle(clientCa))
      },
    }),
  ]
}

/**
 * Authenticates by the headers of a proxy (`--requestheader-…`).
 * @throws AuthenticationConfigError for a flag without the one that it requires
 */
export async function proxyOf(env: AuthenticationEnvironment): Promise<Authenticator[]> {
  const file = env.flag('requestheader-client-ca-file')
  const usernameHeaders = env.flags('requestheader-username-headers')
  if (env.isSet('requestheader-uid-headers') && !env.served.feature('RemoteRequestHeaderUID'))
    refuseConfiguration('--requestheader-uid-headers needs the feature gate RemoteRequestHeaderUID')
  const settings = [
    'requestheader-uid-headers',
    'requestheader-group-headers',
    'requestheader-extra-headers-prefix',
    'requestheader-allowed-names',
  ] as const
  if (!file) {
    const lonely = (['requestheader-username-headers', ...settings] as const).find((name) => env.flags(name).length > 0)
    return lonely ? refuseConfiguration(`--${lonely} needs --requestheader-client-ca-file`) : []
  }
  if (usernameHeaders.length === 0)
    refuseConfiguration('--requestheader-client-ca-file needs --requestheader-username-headers')
  const [uidHeaders, groupHeaders, extraPrefixes, allowedNames] = settings.map((name) => env.flags(name)) as [
    readonly string[],
    readonly string[],
    readonly string[],
    readonly string[],
  ]
  return [
    requestHeader({
      ...env,
      roots: await readBundle(env, 'requestheader-client-ca-file', file),
      usernameHeaders,
      uidHeaders,
      groupHeaders,
      extraPrefixes,
      allowedNames,
    }),
  ]
}
