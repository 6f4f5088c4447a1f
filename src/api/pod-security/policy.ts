import { invalid } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { behaves } from '../releases/ledger'
import { type Level, LEVELS } from './control'
import { type LevelVersion } from './controls'

/** A namespace's levels for each mode: enforce, audit, warn. */
export interface LevelPolicy {
  readonly enforce: LevelVersion
  readonly audit: LevelVersion
  readonly warn: LevelVersion
}

/** What happens to pods that violate a level: refused, recorded, or warned about. */
export const MODES = ['enforce', 'audit', 'warn'] as const
/** A mode of pod security. */
export type Mode = (typeof MODES)[number]

/** Prefix of the labels with which namespaces choose their levels. */
export const LABEL_PREFIX = 'pod-security.orch.io/'
const PRIVILEGED: LevelVersion = { level: 'privileged', version: 'latest' }
/** The policy that allows everything. */
export const PRIVILEGED_POLICY: LevelPolicy = { enforce: PRIVILEGED, audit: PRIVILEGED, warn: PRIVILEGED }

/** Undefined if there is no such level. */
export const parseLevel = (text: string): Level | undefined => LEVELS.find((level) => level === text)

/** Parses `latest` or `v1.25`; undefined otherwise. */
export function parseVersion(text: string): number | 'latest' | undefined {
  if (text === 'latest') return text
  const digits = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Negative if `a` is more permissive than `b`. */
export const compareLevels = (a: Level, b: Level): number => LEVELS.indexOf(a) - LEVELS.indexOf(b)

/**
 * Reads a namespace's labels, with defaults. An invalid enforce level counts as the strictest; invalid levels disable the other modes.
 * Warnings follow a stricter enforce level unless labelled themselves, and since 1.26 so does audit.
 */
export function policyOf(
  labels: Readonly<Record<string, string>>,
  defaults: LevelPolicy,
  release: number,
): { policy: LevelPolicy; errors: FieldError[] } {
  const errors: FieldError[] = []
  const given = (label: string): string | undefined =>
    Object.hasOwn(labels, LABEL_PREFIX + label) ? labels[LABEL_PREFIX + label] : undefined
  const refuse = (label: string, value: string, why: string) =>
    errors.push(invalid(`metadata.labels[${LABEL_PREFIX}${label}]`, value, why))
  const read = (mode: Mode): LevelVersion => {
    let { level, version } = defaults[mode]
    const levelText = given(mode)
    if (levelText !== undefined) {
      const parsed = parseLevel(levelText)
      if (!parsed) refuse(mode, levelText, `must be one of ${LEVELS.join(', ')}`)
      level = parsed ?? (mode === 'enforce' ? 'restricted' : 'privileged')
    }
    const versionText = given(`${mode}-version`)
    if (versionText !== undefined) {
      const parsed = parseVersion(versionText)
      if (parsed === undefined) refuse(`${mode}-version`, versionText, 'must be "latest" or "v1.x"')
      version = parsed ?? 'latest'
    }
    return { level, version }
  }
  const policy = { enforce: read('enforce'), audit: read('audit'), warn: read('warn') }
  const enforced = parseLevel(given('enforce') ?? '') !== undefined
  for (const mode of behaves('pod-security-audit-follows-enforce', release)
    ? (['audit', 'warn'] as const)
    : (['warn'] as const)) {
    if (!enforced || given(mode) !== undefined || compareLevels(policy.enforce.level, policy[mode].level) <= 0) continue
    const version = given(`${mode}-version`) === undefined ? policy.enforce.version : policy[mode].version
    policy[mode] = { level: policy.enforce.level, version }
  }
  return { policy, errors }
}
