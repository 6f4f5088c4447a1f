import type { UserInfo } from '../machinery/user'
import type { Asking, Attributes, Authorizer, Decision, RulesFor } from './authorizer'

/** Several texts as one: alone as it is, more of them in brackets, none twice. */
export function joinedReasons(texts: readonly (string | undefined)[]): string {
  const present = [...new Set(texts.filter((text): text is string => !!text))]
  return present.length > 1 ? `[${present.join(', ')}]` : (present[0] ?? '')
}

/**
 * Asks authorizers in order: the first that allows or denies decides. When none does, the reasons and errors of all are
 * told together (document 2, "Authorization" 3).
 */
export class UnionAuthorizer implements Authorizer {
  readonly name = 'union'
  constructor(readonly members: readonly Authorizer[]) {}

  authorize(attributes: Attributes, asking?: Asking): Decision | Promise<Decision> {
    return this.ask(attributes, asking, 0, [])
  }

  // Stays synchronous for as long as its members are: most requests are decided without a turn of the event loop.
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
            : { ...decision, by: member.name },
        )
      if (answer.verdict !== 'no-opinion') return { ...answer, by: member.name }
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
