import type { Clock } from '../../machinery/clock'
import type { RequestContext } from '../context'
import { plainResponse } from '../wire/respond'

/** One check of `/healthz`, `/livez` or `/readyz`. */
export interface HealthCheck {
  readonly name: string
  /** The reason for the failure, or undefined if the check passes. */
  check(): string | undefined
  /** The endpoints that run it; all when absent. */
  readonly on?: readonly ('healthz' | 'livez' | 'readyz')[]
}

/** An endpoint that reports health. */
export type HealthEndpoint = 'healthz' | 'livez' | 'readyz'

/** Answers the health endpoints from a list of checks. */
export class Health {
  constructor(
    private readonly checks: readonly HealthCheck[],
    private readonly clock: Clock,
    private readonly startedAt: number,
    /** `--livez-grace-period`: failing checks don't count against liveness before it is over. */
    private readonly livezGraceMs: number,
  ) {}

  /** The names of the checks that an endpoint runs. */
  names(endpoint: HealthEndpoint): string[] {
    return this.checks.filter(({ on }) => !on || on.includes(endpoint)).map(({ name }) => name)
  }

  /** Answers /healthz, /livez, /readyz and one check below them (resource API, "Health endpoints"). */
  answer(context: RequestContext, endpoint: HealthEndpoint, name: string): Response {
    const asked = this.checks.filter(({ on }) => !on || on.includes(endpoint))
    if (name !== '') {
      const one = asked.find((check) => check.name === name)
      const failure = one && this.failureOf(one, endpoint)
      return failure === undefined ? plainResponse('ok') : plainResponse(`internal server error: ${failure}\n`, 500)
    }
    const excluded = new Set(context.query.getAll('exclude').filter((value) => value !== ''))
    const lines: string[] = []
    let failed = false
    for (const check of asked) {
      if (excluded.delete(check.name)) {
        lines.push(`[+]${check.name} excluded: ok`)
        continue
      }
      const failure = this.failureOf(check, endpoint)
      if (failure !== undefined) failed = true
      lines.push(failure === undefined ? `[+]${check.name} ok` : `[-]${check.name} failed: ${failure}`)
    }
    for (const unknown of excluded)
      lines.push(`warn: some health checks cannot be excluded: no matches for "${unknown}"`)
    if (failed) return plainResponse([...lines, `${endpoint} check failed`, ''].join('\n'), 500)
    return context.query.has('verbose')
      ? plainResponse([...lines, `${endpoint} check passed`, ''].join('\n'))
      : plainResponse('ok')
  }

  private failureOf(check: HealthCheck, endpoint: HealthEndpoint): string | undefined {
    const failure = check.check()
    if (failure !== undefined && endpoint === 'livez' && this.clock.now() - this.startedAt < this.livezGraceMs)
      return undefined
    return failure
  }
}
