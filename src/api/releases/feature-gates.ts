/** Feature gates of a release and the rules for switching them (resource API, "Feature gate life cycle"). */
import { type Feature, type GateName, GATES } from './gates'
import type { GateStage } from './gate-row'

/** A gate as one release has it. */
export interface FeatureGate {
  readonly name: GateName
  readonly stage: 'alpha' | 'beta' | 'ga' | 'deprecated'
  /** The default. */
  readonly default: boolean
  /** Locked to its default: setting any other value fails. */
  readonly locked: boolean
  /** What the feature provides, in one sentence. */
  readonly does: string
  /** Why the gate has no effect here. */
  readonly inert?: string
}

/** The gates that a server runs with. */
export interface FeatureGates {
  /** Whether a feature is on. Features that the release does not know yet are off; those it no longer knows have their final value. */
  readonly enabled: Feature
  /** One text per setting that is allowed but has no effect. */
  readonly warnings: readonly string[]
}

/** `--feature-gates` names an unknown gate, or sets one that can't be set. */
export class FeatureGateError extends Error {
  override readonly name = 'FeatureGateError'
}

const ON: ReadonlySet<GateStage> = new Set<GateStage>([
  'alpha-on',
  'beta',
  'ga',
  'ga-free',
  'deprecated-on',
  'deprecated-on-locked',
])
const LOCKED: ReadonlySet<GateStage> = new Set<GateStage>(['ga', 'ga-off', 'deprecated-locked', 'deprecated-on-locked'])
/** A stage without its suffix. */
const plainStage = (stage: Exclude<GateStage, 'gone'>): FeatureGate['stage'] =>
  (['alpha', 'beta', 'ga', 'deprecated'] as const).find((plain) => stage.startsWith(plain)) ?? 'alpha'

/** A gate in a release; undefined if not known yet or no longer. */
export function featureGate(name: string, release: number): FeatureGate | undefined {
  const gate = GATES.get(name)
  const stage = stageAt(name, release)
  if (!gate || stage === undefined || stage === 'gone') return undefined
  return {
    name: gate.name,
    does: gate.does,
    ...(gate.inert !== undefined && { inert: gate.inert }),
    stage: plainStage(stage),
    default: ON.has(stage),
    locked: LOCKED.has(stage),
  }
}

/** All gates of a release, by name. */
export const featureGates = (release: number): FeatureGate[] =>
  [...GATES.keys()].sort().flatMap((name) => featureGate(name, release) ?? [])

const stageAt = (name: string, release: number): GateStage | undefined =>
  GATES.get(name)?.stages.findLast(({ since }) => since <= release)?.stage

/** The default value, also of gates that were removed: on if they had become stable. */
function defaultOf(name: string, release: number): boolean {
  const reached = GATES.get(name)?.stages.filter(({ since, stage }) => since <= release && stage !== 'gone')
  const last = reached?.at(-1)
  return last !== undefined && ON.has(last.stage)
}

/**
 * Parses `--feature-gates` settings: `Name=true|false`, comma-separated. `AllAlpha` and `AllBeta` set all gates of that stage that are not
 * set explicitly.
 * @throws FeatureGateError for an unknown name, an invalid value or a locked gate
 */
export function parseFeatureGates(settings: readonly string[], release: number): FeatureGates {
  const set = new Map<string, boolean>()
  const groups = new Map<string, boolean>()
  const warnings: string[] = []
  for (const [name, value] of pairs(settings)) {
    if (name === 'AllAlpha' || name === 'AllBeta') {
      groups.set(name === 'AllAlpha' ? 'alpha' : 'beta', value)
      continue
    }
    const gate = featureGate(name, release)
    if (!gate) throw new FeatureGateError(unknownGate(name, release))
    if (gate.locked && value !== gate.default)
      throw new FeatureGateError(
        `feature gate ${name} is ${gate.stage === 'ga' ? 'stable' : gate.stage} in release 1.${release} and can't be set to ${value}`,
      )
    if (gate.stage === 'ga' || gate.stage === 'deprecated')
      warnings.push(
        gate.stage === 'ga'
          ? `Feature gate ${name} is stable${gate.locked ? ' and has no effect any more' : ''}; it will be removed in a future release`
          : `Feature gate ${name} is deprecated; it will be removed in a future release`,
      )
    if (gate.inert !== undefined && value !== gate.default)
      warnings.push(`Feature gate ${name} has no effect on this server: ${gate.inert}`)
    set.set(name, value)
  }
  // Looked up by every write, so results are cached.
  const known = new Map<string, boolean>(set)
  const enabled = (name: GateName): boolean => {
    const before = known.get(name)
    if (before !== undefined) return before
    const group = groups.size > 0 ? groups.get(featureGate(name, release)?.stage ?? '') : undefined
    const made = group ?? defaultOf(name, release)
    known.set(name, made)
    return made
  }
  return { enabled, warnings }
}

function* pairs(settings: readonly string[]): Generator<[string, boolean]> {
  for (const text of settings.flatMap((setting) => setting.split(','))) {
    if (text.trim() === '') continue
    const at = text.indexOf('=')
    if (at < 0) throw new FeatureGateError(`feature gate setting "${text}" has no value: Name=true or Name=false`)
    const [name, value] = [
      text.slice(0, at).trim(),
      text
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    ]
    const on = ['true', 't', '1'].includes(value)
    if (!on && !['false', 'f', '0'].includes(value))
      throw new FeatureGateError(`value of feature gate ${name} is "${text.slice(at + 1)}": true or false expected`)
    yield [name, on]
  }
}

function unknownGate(name: string, release: number): string {
  const stages = GATES.get(name)?.stages
  const first = stages?.[0]
  if (first && first.since > release) return `unrecognized feature gate ${name}: it came with release 1.${first.since}`
  const gone = stages?.find(({ stage }) => stage === 'gone')
  if (gone) return `unrecognized feature gate ${name}: it was removed in release 1.${gone.since}`
  return `unrecognized feature gate ${name}`
}
