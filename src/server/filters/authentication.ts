import type { Credentials } from '../../authentication/authenticator'
import type { UserInfo } from '../../machinery/user'
import type { Filter, RequestContext } from '../context'
import type { Server } from '../server'

/** Authenticates the request; an invalid credential is answered with 401 before anything else is checked. */
export const withAuthentication =
  (server: Server): Filter =>
  (next) =>
  (context) => {
    const start = context.tracer.now()
    const refuse = (error: unknown): never => {
      context.tracer.step('authentication', start, { verdict: 'refused', reason: whyNot(error) })
      throw error
    }
    const goOn = (user: UserInfo): Promise<Response> => {
      context.user = user
      context.tracer.step('authentication', start, {
        verdict: 'allowed',
        reason: () => `${user.name} (${user.groups.join(', ')})`,
      })
      return next(context)
    }
    const user = attempt(() => server.authenticate(credentialsOf(context)), refuse)
    return user instanceof Promise ? user.then(goOn, refuse) : goOn(user)
  }

function attempt<T>(work: () => T, refuse: (error: unknown) => never): T {
  try {
    return work()
  } catch (error) {
    return refuse(error)
  }
}

/** The signal is created on demand, because most authentication methods make no call. */
const credentialsOf = (context: RequestContext): Credentials => ({
  headers: context.request.headers,
  connection: context.connection,
  path: context.info.path,
  get signal() {
    return context.signal
  },
  notes: {
    warn: (text) => context.warnings.add(text),
    annotate: (key, value) => context.early.push([key, value]),
  },
})

// The client learns only that it was refused; the trace says why.
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return typeof error.cause === 'string' ? error.cause : error.message
}
