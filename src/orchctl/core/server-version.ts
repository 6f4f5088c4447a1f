import type { Api } from './api'
import { CommandError } from './errors'
import { CLIENT_MINOR, CLIENT_VERSION } from './words'

type VersionInfo = Readonly<Record<string, string | undefined>>

const FIELDS = [
  'major',
  'minor',
  'emulationMajor',
  'emulationMinor',
  'minCompatibilityMajor',
  'minCompatibilityMinor',
  'gitVersion',
  'gitCommit',
  'gitTreeState',
  'buildDate',
  'goVersion',
  'compiler',
  'platform',
] as const

const infoText = (info: VersionInfo): string =>
  `version.Info{${FIELDS.map((field) => `${field[0]?.toUpperCase() ?? ''}${field.slice(1)}:${JSON.stringify(info[field] ?? '')}`).join(', ')}}`

/** @throws CommandError if the server's version differs from this client's */
export async function requireSameVersion(api: Api): Promise<void> {
  const server = await api.json<VersionInfo>('GET', '/version')
  const client: VersionInfo = { major: '1', minor: String(CLIENT_MINOR), gitVersion: CLIENT_VERSION }
  if (server.gitVersion === client.gitVersion) return
  throw new CommandError(`server version (&${infoText(server)}) differs from client version (${infoText(client)})`)
}
