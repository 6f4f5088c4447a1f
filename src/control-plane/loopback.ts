import { Client } from '../client/client'
import { AUTHENTICATED_GROUP, MASTERS_GROUP, type UserInfo } from '../machinery/user'
import type { Clock } from '../machinery/clock'
import { appendHeaders } from '../machinery/header-lines'
import { withHeaders } from '../machinery/request'
import type { Connection, Fetch } from '../transport/connection'

const INSIDE: Connection = { remote: 'control-plane', secure: true }
/** The server's own user, for requests to itself. */
const API_SERVER: UserInfo = { name: 'system:apiserver', groups: [MASTERS_GROUP, AUTHENTICATED_GROUP] }

/** User agent of the server's own requests, in audit logs and as field manager. */
const API_SERVER_AGENT = 'orch-apiserver'

const named = (request: Request): Request =>
  request.headers.has('user-agent')
    ? request
    : withHeaders(request, appendHeaders(request.headers, [['user-agent', API_SERVER_AGENT]]))

/** Gives parts that are created before the front door a way to send requests to it. */
export class Loopback {
  #fetch: Fetch | undefined

  constructor(private readonly clock: Clock) {}

  /** Sets the front door. Call it once it is built. */
  connect(fetch: Fetch): void {
    this.#fetch = fetch
  }

  /**
   * Sends requests as a user of the control plane; throws before `connect`. A stepped clock waits for their answers, because they are the
   * control plane's own work. It does not wait for users' requests, which may never stop.
   */
  requestAs(user: UserInfo = API_SERVER): (request: Request) => Promise<Response> {
    return (request) => {
      if (!this.#fetch) throw new Error('the control plane asks itself before it is built')
      const answered = this.#fetch(named(request), { ...INSIDE, user })
      const done = this.clock.working?.()
      return done ? answered.finally(done) : answered
    }
  }

  /** A client for the server itself, or for a part that has a user of its own. Its objects belong to the server: never change them. */
  client(userAgent: string = API_SERVER_AGENT, user?: UserInfo): Client {
    return new Client(this.requestAs(user), undefined, { 'user-agent': userAgent }, true)
  }
}
