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
    const user = attempt(() => server.authenticate(new SentCredentials(context)), refuse)
    return user instanceof Promise ? user.then(goOn, refuse) : goOn(user)
  }

function attempt<T>(work: () => T, refuse: (error: unknown) => never): T {
  try {
    return work()
  } catch (error) {
    return refuse(error)
  }
}

/** The credentials of a request. The signal and the notes are made on demand, because most authentication methods need neither. */
class SentCredentials implements Credentials {
  constructor(private readonly context: RequestContext) {}

  get headers(): Headers {
    return this.context.request.headers
  }
  get connection() {
    return this.context.connection
  }
  get path(): string {
    return this.context.info.path
  }
  get signal(): AbortSignal {
    return this.context.signal
  }
  get notes(): Credentials['notes'] {
    const { warnings, early } = this.context
    return {
      warn: (text) => warnings.add(text),
      annotate: (key, value) => early.push([key, value]),
    }
  }
}

// The client learns only that it was refused; the trace says why.
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return typeof error.cause === 'string' ? error.cause : error.message
}
