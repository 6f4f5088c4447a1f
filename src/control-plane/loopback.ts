import { Client } from '../client/client'
import { AUTHENTICATED_GROUP, MASTERS_GROUP, type UserInfo } from '../machinery/user'
import type { Clock } from '../machinery/clock'
import { appendHeaders } from '../machinery/header-lines'
import { withHeaders } from '../machinery/request'
import type { Connection, Fetch } from '../transport/connection'

const INSIDE: Connection = { remote: 'control-plane', secure: true }
/** The server itself, where it asks itself. */
const API_SERVER: UserInfo = { name: 'system:apiserver', groups: [MASTERS_GROUP, AUTHENTICATED_GROUP] }

/** What the server's own writes are known by, in audit logs and as field manager. */
const API_SERVER_AGENT = 'orch-apiserver'

const named = (request: Request): Request =>
  request.headers.has('user-agent')
    ? request
    : withHeaders(request, appendHeaders(request.headers, [['user-agent', API_SERVER_AGENT]]))

/** The control plane's own way to its front door, for parts that are made before the door is there. */
export class Loopback {
  #fetch: Fetch | undefined

  constructor(private readonly clock: Clock) {}

  /** Opens the way. */
  connect(fetch: Fetch): void {
    this.#fetch = fetch
  }

  /**
   * Sends requests as a user of the control plane; throws before `connect`. They are work of their moment: time that is stepped waits
   * for their answers. It does not wait for those of people, who may never stop asking.
   */
  requestAs(user: UserInfo = API_SERVER): (request: Request) => Promise<Response> {
    return (request) => {
      if (!this.#fetch) throw new Error('the control plane asks itself before it is built')
      const answered = this.#fetch(named(request), { ...INSIDE, user })
      const done = this.clock.working?.()
      return done ? answered.finally(done) : answered
    }
  }

  /** A client of the server itself, or of a part that has a user of its own. Its objects are the server's: never change them. */
  client(userAgent: string = API_SERVER_AGENT, user?: UserInfo): Client {
    return new Client(this.requestAs(user), undefined, { 'user-agent': userAgent }, true)
  }
}
