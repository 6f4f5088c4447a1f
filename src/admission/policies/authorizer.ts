import type { Answer, Ask, Check } from '../../expressions/libraries/authorizer'
import type { Attributes, Authorizer, Decision } from '../../authorization/authorizer'
import { readSelectors } from '../../authorization/review-selectors'
import { AUTHENTICATED_GROUP, type UserInfo } from '../../machinery/user'
import type { AdmissionRequest } from '../plugin'

/** Thrown when an evaluation needs an asynchronous authorizer decision; it is then repeated. */
class Pending extends Error {
  override readonly name = 'Pending'
  constructor(readonly until: Promise<void>) {
    super('waiting for the authorizer')
  }
}

const serviceAccountUser = (namespace: string, name: string): UserInfo => ({
  name: `system:serviceaccount:${namespace}:${name}`,
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, AUTHENTICATED_GROUP],
})
const answerOf = ({ verdict, reason, evaluationError = '' }: Decision): Answer => ({
  allowed: verdict === 'allow',
  reason,
  error: evaluationError,
})

/** Queries the cluster's authorizer for one request and caches each decision. */
export class PolicyAuthorizer {
  private readonly answers = new Map<string, Answer>()
  private readonly failures = new Map<string, unknown>()

  constructor(
    private readonly authorizer: Authorizer,
    private readonly request: AdmissionRequest,
  ) {}

  readonly ask: Ask = (check) => {
    const key = JSON.stringify(check)
    if (this.failures.has(key)) throw this.failures.get(key)
    const known = this.answers.get(key)
    if (known) return known
    const decided = this.authorizer.authorize(this.attributesOf(check), { signal: this.request.signal })
    if (decided instanceof Promise)
      throw new Pending(
        decided.then(
          (decision) => void this.answers.set(key, answerOf(decision)),
          (error: unknown) => void this.failures.set(key, error),
        ),
      )
    const answer = answerOf(decided)
    this.answers.set(key, answer)
    return answer
  }

  /** Runs an evaluation, and repeats it after each decision it had to wait for; usually none. */
  settle<T>(evaluate: () => T): T | Promise<T> {
    try {
      return evaluate()
    } catch (error) {
      if (!(error instanceof Pending)) throw error
      return error.until.then(() => this.settle(evaluate))
    }
  }

  private attributesOf(check: Check): Attributes {
    const { serviceAccount, path } = check
    return {
      user: serviceAccount ? serviceAccountUser(serviceAccount.namespace, serviceAccount.name) : this.request.user,
      verb: check.verb,
      isResourceRequest: path === undefined,
      apiGroup: check.group ?? '',
      apiVersion: path === undefined ? '*' : '',
      resource: check.resource ?? '',
      subresource: check.subresource ?? '',
      namespace: check.namespace ?? '',
      name: check.name ?? '',
      path: path ?? '',
      selectors: readSelectors({
        ...(check.fieldSelector !== undefined && { fieldSelector: { rawSelector: check.fieldSelector } }),
        ...(check.labelSelector !== undefined && { labelSelector: { rawSelector: check.labelSelector } }),
      }).selectors,
    }
  }
}
