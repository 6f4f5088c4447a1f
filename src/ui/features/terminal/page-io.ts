import type { Clock } from '../../../machinery/clock'
import { appendHeaders } from '../../../machinery/header-lines'
import { withHeaders } from '../../../machinery/request'
import { CommandError } from '../../../orchctl/core/errors'
import type { Connect, Io } from '../../../orchctl/core/io'
import type { Session } from '../../state/connection'
import type { Identity } from '../../state/identity'
import { HOME, pageFiles } from './page-files'

/** The address of the page's own control plane. */
const OWN = 'https://orchard.invalid'

/** Discovery requests by the client, logged as background requests. */
const HOUSEKEEPING = /^\/(api|apis|api\/v\d\w*|apis\/[^/]+|apis\/[^/]+\/v\d\w*|openapi\/.*)$/

/** An identity's credentials without its impersonation, for commands with `--as`. */
function withoutImpersonation(identity: Identity): Identity {
  const own = identity.headers.filter(([name]) => !/^impersonate-/i.test(name))
  const { present, ...rest } = identity
  return {
    ...rest,
    headers: own,
    ...(present && {
      present: async (prover) => {
        const presented = await present(prover)
        return { ...presented, headers: presented.headers.filter(([name]) => !/^impersonate-/i.test(name)) }
      },
    }),
  }
}

/**
 * Sends commands' requests to the page's control plane, with the session's identity unless the command has credentials.
 */
function connectAs(session: Session, who: () => Identity): Connect {
  return ({ connection, impersonate }) => {
    if (connection.server !== OWN)
      throw new CommandError(
        `the page can reach only its own control plane, not ${connection.server}: use the client outside the browser`,
      )
    if (connection.clientCertificate)
      throw new CommandError('client certificates are chosen on the Identity page: act as that identity here')
    const { authorization } = connection
    const person = who()
    const base: Identity = authorization
      ? { ...person, name: 'a token', page: { type: 'none' }, headers: [['authorization', authorization]] }
      : impersonate.length > 0
        ? withoutImpersonation(person)
        : person
    const shown = impersonate.find(([name]) => name.toLowerCase() === 'impersonate-user')?.[1]
    const asked: Identity = shown === undefined ? base : { ...base, name: shown }
    const [front, back] = [session.sendAs(asked, 'page'), session.sendAs(asked, 'background')]
    return (request) => {
      const send = HOUSEKEEPING.test(new URL(request.url).pathname) && request.method === 'GET' ? back : front
      return send(withHeaders(request, appendHeaders(request.headers, impersonate)))
    }
  }
}

const discovered = new Map<string, string>()

/** What the page provides to the command-line client. */
export interface PageIo {
  readonly session: Session
  readonly who: () => Identity
  readonly clock: Clock
  readonly edit: (name: string, text: string) => Promise<string>
}

/** The environment of commands in the page. */
export const ioOf = (
  { session, who, clock, edit }: PageIo,
  call: Pick<Io, 'argv' | 'stdin' | 'stdout' | 'stderr' | 'signal'>,
): Io => ({
  ...call,
  cwd: HOME,
  files: pageFiles,
  env: { HOME },
  connect: connectAs(session, who),
  clock,
  edit,
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))),
  defaultConnection: { server: OWN, insecureSkipTlsVerify: false },
  cache: (directory) => ({
    get: (key) => Promise.resolve(discovered.get(`${directory} ${who().id} ${key}`)),
    set: (key, text) => Promise.resolve(void discovered.set(`${directory} ${who().id} ${key}`, text)),
  }),
})

/** Clears cached discovery, because custom types come and go. */
export const forgetDiscovery = (): void => discovered.clear()
