import type { Call, Command } from '../core/command'
import { withoutCredentials } from '../core/discovery'
import { CommandError, isRefusal, usageError } from '../core/errors'
import { CLIENT_MINOR, CLIENT_VERSION, KUSTOMIZE_VERSION } from '../core/words'
import { indentedJson } from '../print/json-text'
import { yamlText } from '../print/yaml-text'

interface VersionInfo {
  readonly major: string
  readonly minor: string
  readonly gitVersion: string
  readonly [key: string]: string
}

const CLIENT: VersionInfo = {
  major: '1',
  minor: String(CLIENT_MINOR),
  gitVersion: CLIENT_VERSION,
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '',
  goVersion: '',
  compiler: 'typescript',
  platform: 'orchard/javascript',
}

/** The command `orchctl version`. */
export const VERSION: Command = {
  name: 'version',
  short: 'Print the client and server version information',
  section: 'Other Commands',
  flags: [
    { name: 'client', type: 'bool', default: 'false', help: "Only the client's version; no server is asked" },
    { name: 'output', short: 'o', type: 'string', help: 'json or yaml' },
  ],
  async run({ session, flags, args }: Call) {
    if (args.length > 0) throw new CommandError(`extra arguments: [${args.join(' ')}]`)
    const format = flags.string('output')
    if (!['', 'json', 'yaml'].includes(format)) throw new CommandError("--output must be 'yaml' or 'json'")
    let server: VersionInfo | undefined
    let failure: Error | undefined
    if (!flags.bool('client'))
      try {
        server = await (await session.api()).json<VersionInfo>('GET', '/version')
      } catch (error) {
        failure = withoutCredentials(error)
      }
    const info = {
      clientVersion: CLIENT,
      kustomizeVersion: KUSTOMIZE_VERSION,
      ...(server && { serverVersion: server }),
    }
    if (format === 'json') session.out(indentedJson(info, '  ', true))
    else if (format === 'yaml') session.io.stdout(yamlText(info))
    else {
      session.out(`Client Version: ${CLIENT_VERSION}`)
      session.out(`Kustomize Version: ${KUSTOMIZE_VERSION}`)
      if (server) session.out(`Server Version: ${server.gitVersion}`)
    }
    if (failure) throw failure
    if (server) warnOfSkew(server, (text) => session.err(text))
  },
}

function warnOfSkew({ major, minor }: VersionInfo, print: (text: string) => void): void {
  const number = Number(minor.replace(/\D.*$/, ''))
  if (major !== '1' || Math.abs(number - CLIENT_MINOR) <= 1) return
  print(
    `WARNING: version difference between client (1.${CLIENT_MINOR}) and server (1.${number}) exceeds the supported minor version skew of +/-1`,
  )
}

/** The command `orchctl api-versions`. */
export const API_VERSIONS: Command = {
  name: 'api-versions',
  short: 'Print the supported API versions on the server, in the form of "group/version"',
  section: 'Other Commands',
  async run({ session, args, path }: Call) {
    if (args.length > 0) throw usageError(path, `unexpected arguments: [${args.join(' ')}]`)
    const discovery = await session.discovery()
    discovery.asked = 1
    const { groups } = await discovery.refresh().catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      throw new CommandError(`couldn't get available api versions from server: ${error.message}`)
    })
    const versions = groups.flatMap(({ name, versions: served }) =>
      served.map((version) => (name ? `${name}/${version}` : version)),
    )
    for (const version of versions.sort()) session.out(version)
  },
}
