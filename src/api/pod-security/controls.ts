import { greatest } from '../../machinery/lists'
import { existsAt } from '../releases/ledger'
import { BASELINE } from './baseline'
import type { Control, Level } from './control'
import { RESTRICTED } from './restricted'
import type { Subject, Violation } from './subject'

/** All controls, those of the lower level first. */
export const CONTROLS: readonly Control[] = [...BASELINE, ...RESTRICTED]

/** A level as of a release: `latest`, or a minor number. */
export interface LevelVersion {
  readonly level: Level
  readonly version: number | 'latest'
}

/** A level and its version, as in labels and messages: `baseline:v1.25`. */
export const levelVersionText = ({ level, version }: LevelVersion): string =>
  `${level}:${version === 'latest' ? version : `v1.${version}`}`

/** What one control says about a pod. */
export interface ControlResult {
  readonly control: Control
  readonly violation: Violation | undefined
}

/** Evaluates all controls of a level, as known to a server of the given release. Later versions are treated as the server's own. */
export function evaluateLevel({ level, version }: LevelVersion, subject: Subject, release: number): ControlResult[] {
  if (level === 'privileged') return []
  const minor = version === 'latest' ? release : Math.min(version, release)
  const asked = CONTROLS.filter((control) => level === 'restricted' || control.level === 'baseline')
  const results = asked.flatMap((control) => {
    const since = Object.keys(control.versions)
      .map(Number)
      .filter((first) => existsAt({ since: first }, minor))
    const check = control.versions[greatest(since)]
    return check ? [{ control, check }] : []
  })
  const overridden = new Set(results.flatMap(({ control }) => control.overrides ?? []))
  return results
    .filter(({ control }) => !overridden.has(control.id))
    .map(({ control, check }) => ({ control, violation: check(subject) }))
}

/** All violations as `reason (detail), reason (detail)`; empty if there are none. */
export const violationText = (results: readonly ControlResult[]): string =>
  results.flatMap(({ violation }) => (violation ? [`${violation.reason} (${violation.detail})`] : [])).join(', ')
