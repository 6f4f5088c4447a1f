import type { Metrics } from '../machinery/metrics'
import type { UserInfo } from '../machinery/user'
import type { Asking, Attributes, Authorizer, Decision, RulesFor } from './authorizer'

/** Joins reasons: a single one as it is, several in brackets, without duplicates. */
export function joinedReasons(texts: readonly (string | undefined)[]): string {
  const present = [...new Set(texts.filter((text): text is string => !!text))]
  return present.length > 1 ? `[${present.join(', ')}]` : (present[0] ?? '')
}

/** Counts decisions by the authorizer that made them. */
export function decisionCounter(
  members: readonly Authorizer[],
  metrics: Pick<Metrics, 'count'>,
): (member: Authorizer, verdict: Decision['verdict']) => void {
  // Reuses label objects, so that counting is a lookup.
  const labels = new Map(
    members.map((member) => {
      const { name, label = name.toLowerCase() } = member
      const of = (decision: string) => ({ type: name, name: label, decision })
      return [member, { allow: of('allowed'), deny: of('denied'), 'no-opinion': of('no-opinion') }]
    }),
  )
  return (member, verdict) => {
    const known = labels.get(member)
    if (known) metrics.count('apiserver_authorization_decisions_total', known[verdict])
  }
}

/**
 * Consults authorizers in order: the first one that allows or denies decides. If none does, the reasons and errors of all are combined
 * (document 2, "Authorization" 3).
 */
export class UnionAuthorizer implements Authorizer {
  readonly name = 'union'
  /** `decided` is called for each request that a member decides. */
  constructor(
    readonly members: readonly Authorizer[],
    private readonly decided: (member: Authorizer, verdict: Decision['verdict']) => void,
  ) {}

  authorize(attributes: Attributes, asking?: Asking): Decision | Promise<Decision> {
    return this.ask(attributes, asking, 0, [])
  }

  // Stays synchronous while its members are: most requests are decided without a turn of the event loop.
  private ask(
    attributes: Attributes,
    asking: Asking | undefined,
    from: number,
    before: readonly Decision[],
  ): Decision | Promise<Decision> {
    const passed = [...before]
    for (let i = from; i < this.members.length; i++) {
      const member = this.members[i]
      const answer = member?.authorize(attributes, asking)
      if (!member || !answer) continue
      if (answer instanceof Promise)
        return answer.then((decision) =>
          decision.verdict === 'no-opinion'
            ? this.ask(attributes, asking, i + 1, [...passed, decision])
            : this.decision(member, decision),
        )
      if (answer.verdict !== 'no-opinion') return this.decision(member, answer)
      passed.push(answer)
    }
    const evaluationError = joinedReasons(passed.map((decision) => decision.evaluationError))
    return {
      verdict: 'no-opinion',
      reason: passed
        .map(({ reason }) => reason)
        .filter((reason) => reason !== '')
        .join('\n'),
      ...(evaluationError && { evaluationError }),
    }
  }

  private decision(member: Authorizer, decision: Decision): Decision {
    this.decided(member, decision.verdict)
    if (decision.by !== undefined) return decision
    const { verdict, reason, evaluationError } = decision
    const by = member.name
    return evaluationError === undefined ? { verdict, reason, by } : { verdict, reason, evaluationError, by }
  }

  explain(attributes: Attributes): string {
    return this.members
      .flatMap((member) => member.explain?.(attributes) ?? [])
      .filter((text) => text !== '')
      .join('\n')
  }

  async rulesFor(user: UserInfo, namespace: string): Promise<RulesFor> {
    const answers = await Promise.all(this.members.map(async (member) => member.rulesFor(user, namespace)))
    const evaluationError = joinedReasons(answers.map((answer) => answer.evaluationError))
    return {
      resourceRules: answers.flatMap((answer) => answer.resourceRules),
      nonResourceRules: answers.flatMap((answer) => answer.nonResourceRules),
      incomplete: answers.some((answer) => answer.incomplete),
      ...(evaluationError && { evaluationError }),
    }
  }
}
