import { behaves } from '../../api/releases/ledger'
import { duplicate, type FieldPath, invalid, required } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { domainPrefixedPath } from '../../machinery/names'
import { isOwnDomain, RESERVED_DOMAINS } from '../../names/domains'
import { compileFor, reads, type RuleSubject, type SubjectExpression, type Wanted } from './expressions'
import type { ClaimOrExpression, ExtraMapping, JwtEntry, PrefixedClaim } from './form'

/** A rule with an expression, and the message if it is false. */
export interface ExpressionRule {
  readonly expression: SubjectExpression
  readonly message: string
}
/** The source of a value. */
export type Source = { readonly claim: string; readonly prefix: string } | { readonly expression: SubjectExpression }

/** The validated claim rules and mappings of an issuer. */
export interface ClaimPlan {
  readonly username: Source | undefined
  readonly groups: Source | undefined
  readonly uid: Source | undefined
  readonly extra: readonly { readonly key: string; readonly expression: SubjectExpression }[]
  readonly requiredClaims: Readonly<Record<string, string>>
  readonly claimRules: readonly ExpressionRule[]
  readonly userRules: readonly ExpressionRule[]
}

const EITHER = "claim and expression can't both be set"

/** Reads the rules and mappings of one issuer, and collects their errors. */
export class ClaimReader {
  readonly errors: FieldError[] = []

  constructor(private readonly release: number) {}

  read(
    { claimValidationRules = [], claimMappings = {}, userValidationRules = [] }: JwtEntry,
    at: FieldPath,
  ): ClaimPlan {
    const { username = {}, groups = {}, uid = {}, extra = [] } = claimMappings
    const rules = this.claimRules(claimValidationRules, at.child('claimValidationRules'))
    const mappings = at.child('claimMappings')
    const plan: ClaimPlan = {
      ...rules,
      username: this.prefixed(username, mappings.child('username'), true),
      groups: this.prefixed(groups, mappings.child('groups'), false),
      uid: this.plain(uid, mappings.child('uid')),
      extra: this.extra(extra, mappings.child('extra')),
      userRules: this.userRules(userValidationRules, at.child('userValidationRules')),
    }
    this.checkEmail(plan, mappings)
    return plan
  }

  private fail(...errors: readonly FieldError[]): undefined {
    this.errors.push(...errors)
  }

  private compile(subject: RuleSubject, source: string, at: FieldPath, wanted: Wanted): SubjectExpression | undefined {
    const compiled = compileFor(subject, source, wanted, this.release)
    return typeof compiled === 'string' ? this.fail(invalid(at, source, compiled)) : compiled
  }

  private claimRules(rules: NonNullable<JwtEntry['claimValidationRules']>, at: FieldPath) {
    const requiredClaims: Record<string, string> = {}
    const claimRules: ExpressionRule[] = []
    const seen = new Set<string>()
    for (const [i, { claim = '', requiredValue = '', expression = '', message = '' }] of rules.entries()) {
      const here = at.index(i)
      if (claim !== '' && expression !== '') this.fail(invalid(here, claim, EITHER))
      else if (claim !== '') {
        if (message !== '') this.fail(invalid(here.child('message'), message, 'may not be specified when claim is set'))
        if (Object.hasOwn(requiredClaims, claim)) this.fail(duplicate(here.child('claim'), claim))
        requiredClaims[claim] = requiredValue
      } else if (expression === '') this.fail(required(here, 'claim or expression is required'))
      else {
        if (requiredValue !== '')
          this.fail(invalid(here.child('requiredValue'), requiredValue, 'may not be specified when expression is set'))
        const compiled = this.rule('claims', expression, here, seen)
        if (compiled) claimRules.push({ expression: compiled, message })
      }
    }
    return { requiredClaims, claimRules }
  }

  private userRules(rules: NonNullable<JwtEntry['userValidationRules']>, at: FieldPath): ExpressionRule[] {
    const seen = new Set<string>()
    return rules.flatMap(({ expression = '', message = '' }, i) => {
      if (expression === '') this.fail(required(at.index(i).child('expression')))
      const compiled = expression === '' ? undefined : this.rule('user', expression, at.index(i), seen)
      return compiled ? [{ expression: compiled, message }] : []
    })
  }

  /** A rule's expression; a duplicate is reported and dropped. */
  private rule(
    subject: RuleSubject,
    source: string,
    rule: FieldPath,
    seen: Set<string>,
  ): SubjectExpression | undefined {
    const at = rule.child('expression')
    if (seen.has(source)) return this.fail(duplicate(at, source))
    seen.add(source)
    return this.compile(subject, source, at, 'bool')
  }

  private prefixed(
    { claim = '', expression = '', prefix }: PrefixedClaim,
    at: FieldPath,
    needed: boolean,
  ): Source | undefined {
    if (claim !== '' && expression !== '') return this.fail(invalid(at, '', EITHER))
    if (expression !== '') {
      if (prefix !== undefined)
        this.fail(invalid(at.child('prefix'), prefix, 'may not be specified when expression is set'))
      return this.expressionOf(expression, at.child('expression'))
    }
    if (claim !== '' && prefix === undefined)
      this.fail(
        required(
          at.child('prefix'),
          'prefix is required when claim is set. It can be set to an empty string to disable prefixing',
        ),
      )
    if (claim === '' && needed) this.fail(required(at, 'claim or expression is required'))
    return claim === '' ? undefined : { claim, prefix: prefix ?? '' }
  }

  private plain({ claim = '', expression = '' }: ClaimOrExpression, at: FieldPath): Source | undefined {
    if (claim !== '' && expression !== '') return this.fail(invalid(at, '', EITHER))
    if (expression !== '') return this.expressionOf(expression, at.child('expression'))
    return claim === '' ? undefined : { claim, prefix: '' }
  }

  private expressionOf(source: string, at: FieldPath): Source | undefined {
    const expression = this.compile('claims', source, at, 'any')
    return expression && { expression }
  }

  private extra(mappings: readonly ExtraMapping[], at: FieldPath): ClaimPlan['extra'] {
    const seen = new Set<string>()
    return mappings.flatMap(({ key = '', valueExpression = '' }, i) => {
      const here = at.index(i)
      this.fail(...this.keyErrors(key, here.child('key')))
      if (seen.has(key)) this.fail(duplicate(here.child('key'), key))
      else if (valueExpression === '') this.fail(required(here.child('valueExpression')))
      else {
        seen.add(key)
        const expression = this.compile('claims', valueExpression, here.child('valueExpression'), 'any')
        return expression ? [{ key, expression }] : []
      }
      seen.add(key)
      return []
    })
  }

  private keyErrors(key: string, at: FieldPath): FieldError[] {
    const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : ''
    return [
      ...(key === '' ? [required(at)] : domainPrefixedPath(key).map(([part, why]) => invalid(at, part, why))),
      ...(key === key.toLowerCase() ? [] : [invalid(at, key, 'must be lowercase')]),
      ...(behaves('reserved-extra-keys', this.release) && isOwnDomain(domain)
        ? [invalid(at, key, RESERVED_DOMAINS)]
        : []),
    ]
  }

  /** A user name from the email claim requires a check that it was verified. */
  private checkEmail({ username, extra, claimRules }: ClaimPlan, at: FieldPath): void {
    if (!username || !('expression' in username) || !reads(username.expression.node, 'claims', 'email')) return
    const all = [username, ...extra, ...claimRules]
    if (!all.some(({ expression }) => reads(expression.node, 'claims', 'email_verified')))
      this.fail(invalid(at.child('username', 'expression'), username.expression.source, UNVERIFIED))
  }
}

const UNVERIFIED =
  'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression'
