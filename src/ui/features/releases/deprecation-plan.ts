/** A plan of versions over releases, and the rules it must follow (resource API, "Deprecation rules"). */
export interface PlannedVersion {
  readonly name: string
  readonly deprecated: boolean
}
/** A release of a plan. */
export interface PlannedRelease {
  /** Line of the text, counted from 1. */
  readonly line: number
  readonly label: string
  readonly versions: readonly PlannedVersion[]
  /** Preferred and stored version. */
  readonly preferred: string
}
/** A line of a plan that breaks a rule of the deprecation policy. */
export interface Violation {
  readonly line: number
  readonly rule: '1' | '3' | '4a' | '4b' | 'form'
  readonly message: string
}
/** Stability of a version, as its name says. */
export type Stability = 'alpha' | 'beta' | 'stable'

/** Releases that a beta version must live: three releases of four months exceed nine months. */
export const BETA_RELEASES = 3

const NAME = /^v(\d+)(?:(alpha|beta)(\d+))?$/
/** The stability of a version: `v1beta1` is beta. */
export const stabilityOf = (name: string): Stability =>
  (NAME.exec(name)?.[2] as 'alpha' | 'beta' | undefined) ?? 'stable'
const RANK: Readonly<Record<Stability, number>> = { alpha: 0, beta: 1, stable: 2 }

/**
 * The time line of the document: one release per line, `label: versions | preferred`, with `!` after deprecated
 * versions.
 */
export const EXAMPLE_PLAN = `X:    v1alpha1                        | v1alpha1
X+1:  v1alpha2                        | v1alpha2
X+2:  v1beta1                         | v1beta1
X+3:  v1beta2, v1beta1!               | v1beta1
X+4:  v1beta2, v1beta1!               | v1beta2
X+5:  v1, v1beta1!, v1beta2!          | v1beta2
X+6:  v1, v1beta2!                    | v1
X+7:  v1, v1beta2!                    | v1
X+8:  v2alpha1, v1                    | v1
X+9:  v2alpha2, v1                    | v1
X+10: v2beta1, v1                     | v1
X+11: v2beta2, v2beta1!, v1           | v1
X+12: v2, v2beta2!, v2beta1!, v1!     | v1
X+13: v2, v2beta1!, v2beta2!, v1!     | v2
X+14: v2, v2beta2!, v1!               | v2
X+15: v2, v1!                         | v2
`

/** An example plan in which each mistake breaks a different rule. */
export const FAILING_PLAN = `1.0: v1beta1             | v1beta1
1.1: v1, v1beta1!        | v1
1.2: v2alpha1, v1!       | v1
1.3: v2alpha1            | v2alpha1
1.4: v1beta1, v2alpha1   | v2alpha1
`

/** Parses a plan; invalid lines are reported as violations of the format. */
export function parsePlan(text: string): { releases: PlannedRelease[]; violations: Violation[] } {
  const releases: PlannedRelease[] = []
  const violations: Violation[] = []
  text.split('\n').forEach((source, i) => {
    const line = i + 1
    const content = source.replace(/#.*$/, '').trim()
    if (content === '') return
    const match = /^([^:]+):\s*([^|]+?)\s*(?:\|\s*(\S+)\s*)?$/.exec(content)
    const wrong = (message: string) => void violations.push({ line, rule: 'form', message })
    if (!match) return wrong('expected “release: versions | preferred version”')
    const [, label = '', list = '', preferred] = match
    const versions = list
      .split(',')
      .map((item) => ({ name: item.trim().replace(/!$/, '').trim(), deprecated: item.trim().endsWith('!') }))
    const bad = versions.find(({ name }) => !NAME.test(name))
    if (bad) return wrong(`“${bad.name}” is not a version such as v1, v2beta3 or v1alpha1`)
    const first = preferred ?? versions[0]?.name ?? ''
    if (!versions.some(({ name }) => name === first)) return wrong(`the preferred version ${first} is not served`)
    releases.push({ line, label: label.trim(), versions, preferred: first })
  })
  return { releases, violations }
}

interface VersionSupport {
  introduced: number
  deprecated?: number
  last: number
}

/** All violations in a plan, in line order. */
export function checkPlan(releases: readonly PlannedRelease[]): Violation[] {
  const violations: Violation[] = []
  const supports = supportOf(releases)
  releases.forEach((release, i) => {
    const report = (rule: Violation['rule'], message: string) => violations.push({ line: release.line, rule, message })
    const before = releases[i - 1]
    for (const { name, deprecated } of release.versions) {
      const support = supports.get(name)
      const was = before?.versions.find((version) => version.name === name)
      if (was?.deprecated && !deprecated) report('4a', `${name} is already deprecated and cannot be restored`)
      if (deprecated && support?.deprecated === i) checkReplacement(name, release, report)
      if (
        stabilityOf(name) === 'beta' &&
        !deprecated &&
        support &&
        i - support.introduced > BETA_RELEASES &&
        support.deprecated === undefined
      )
        if (i - support.introduced === BETA_RELEASES + 1)
          report(
            '4a',
            `${name} must be deprecated within 9 months or ${BETA_RELEASES} releases of its introduction, whichever is longer`,
          )
      if (before && !was && support && support.introduced !== i)
        report('1', `${name} was removed before and may not come back changed`)
    }
    if (!before) return
    for (const { name, deprecated } of before.versions) {
      if (release.versions.some((version) => version.name === name)) continue
      const stability = stabilityOf(name)
      if (stability === 'stable')
        report('4a', `${name} is stable: it may be deprecated, but is never removed within a major version`)
      if (stability !== 'beta') continue
      const since = supports.get(name)?.deprecated
      if (!deprecated || since === undefined) report('4a', `${name} is removed without having been deprecated`)
      else if (i - since < BETA_RELEASES)
        report(
          '4a',
          `${name} is removed ${i - since === 1 ? 'one release' : `${i - since} releases`} after its deprecation; 9 months or ${BETA_RELEASES} releases, whichever is longer, have to pass`,
        )
    }
    checkPreferred(before, release, report)
  })
  return violations
}

type Report = (rule: Violation['rule'], message: string) => void

/** Rule 3: the recommended replacement must not be less stable. */
function checkReplacement(name: string, release: PlannedRelease, report: Report): void {
  const others = release.versions.filter((version) => version.name !== name && !version.deprecated)
  if (!others.some((other) => RANK[stabilityOf(other.name)] >= RANK[stabilityOf(name)]))
    report('3', `${name} may not be deprecated in favour of a less stable version`)
}

/**
 * Rule 4b: one release must support both versions before the preferred and storage version advances, so that a rollback is
 * possible.
 */
function checkPreferred(before: PlannedRelease, release: PlannedRelease, report: Report): void {
  if (release.preferred === before.preferred || stabilityOf(before.preferred) === 'alpha') return
  const both = [before, release].every(({ versions }) =>
    [before.preferred, release.preferred].every((name) => versions.some((version) => version.name === name)),
  )
  const earlier = before.versions.some(({ name }) => name === release.preferred)
  if (!earlier || (!both && !before.versions.some(({ name }) => name === before.preferred)))
    report(
      '4b',
      `the preferred version may not become ${release.preferred} before a release has served both it and ${before.preferred}`,
    )
}

function supportOf(releases: readonly PlannedRelease[]): Map<string, VersionSupport> {
  const supports = new Map<string, VersionSupport>()
  releases.forEach(({ versions }, i) => {
    for (const { name, deprecated } of versions) {
      const support = supports.get(name) ?? { introduced: i, last: i }
      support.last = i
      if (deprecated) support.deprecated ??= i
      supports.set(name, support)
    }
  })
  return supports
}

/** All versions of a plan in order of appearance. */
export const versionsOf = (releases: readonly PlannedRelease[]): string[] => [...supportOf(releases).keys()]
