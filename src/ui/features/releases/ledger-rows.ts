import { featureGate, parseFeatureGates } from '../../../api/releases/feature-gates'
import type { GateStage } from '../../../api/releases/gate-row'
import { GATES } from '../../../api/releases/gates'
import { existsAt, LEDGER } from '../../../api/releases/ledger'
import { PLUGINS } from '../../../api/releases/plugins'

/** A row of the ledger, fit for display. */
export interface LedgerLine {
  readonly kind: 'behaviour' | 'gate' | 'plugin'
  readonly id: string
  readonly does: string
  /** The releases, as text: `1.19 – 1.24`. */
  readonly releases: string
  /** The state in the chosen release, without flags. */
  readonly state: string
  readonly note: string
}

const spanText = ({ since, removed }: { readonly since?: number; readonly removed?: number }): string =>
  since === undefined && removed === undefined
    ? 'all'
    : `${since === undefined ? '' : `1.${since}`} – ${removed === undefined ? '' : `1.${removed - 1}`}`.trim()

const gateOf = ({ gate, endedBy }: { readonly gate?: string; readonly endedBy?: string }): string =>
  gate !== undefined ? `while ${gate} is on` : endedBy !== undefined ? `while ${endedBy} is off` : ''

function behaviours(release: number): LedgerLine[] {
  const feature = parseFeatureGates([], release).enabled
  return LEDGER.map((row) => {
    const gated = row.gate === undefined || feature(row.gate)
    const on = existsAt(row, release) && gated && !(row.endedBy !== undefined && feature(row.endedBy))
    return {
      kind: 'behaviour',
      id: row.id,
      does: row.does,
      releases: spanText(row),
      state: on ? 'yes' : 'no',
      note: [gateOf(row), row.source].filter(Boolean).join('; '),
    }
  })
}

/** A stage as text; unusual details follow it. */
const STAGES: Readonly<Record<GateStage, string>> = {
  alpha: 'alpha',
  'alpha-on': 'alpha (on)',
  beta: 'beta',
  'beta-off': 'beta (off)',
  ga: 'ga',
  'ga-off': 'ga (off)',
  'ga-off-free': 'ga (off, can be set)',
  'ga-free': 'ga (can be set)',
  deprecated: 'deprecated',
  'deprecated-on': 'deprecated (on)',
  'deprecated-locked': 'deprecated (can’t be set)',
  'deprecated-on-locked': 'deprecated (on, can’t be set)',
  gone: 'removed',
}

function gates(release: number): LedgerLine[] {
  return [...GATES.values()].map(({ name, does, inert, stages }) => {
    const known = featureGate(name, release)
    return {
      kind: 'gate',
      id: name,
      does,
      releases: stages.map(({ stage, since }) => `${STAGES[stage]} 1.${since}`).join(', '),
      state: known ? `${known.stage}, ${known.default ? 'on' : 'off'}` : 'unknown',
      note: inert === undefined ? '' : `No effect here: ${inert}`,
    }
  })
}

function plugins(release: number): LedgerLine[] {
  const feature = parseFeatureGates([], release).enabled
  const byDefault = ({ byDefault }: (typeof PLUGINS)[number]): boolean =>
    byDefault !== undefined && existsAt(byDefault, release) && (byDefault.gate === undefined || feature(byDefault.gate))
  return PLUGINS.map((row) => ({
    kind: 'plugin',
    id: row.name,
    does: row.does,
    releases: spanText(row),
    state: !existsAt(row, release) ? 'unknown' : byDefault(row) ? 'on by default' : 'off by default',
    note: gateOf(row.byDefault ?? {}),
  }))
}

/** The ledger's rows at a release (25 for 1.25) that match all words. */
export function ledgerLines(release: number, search: string): LedgerLine[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return [...behaviours(release), ...gates(release), ...plugins(release)].filter((line) => {
    const text = `${line.kind} ${line.id} ${line.does} ${line.state} ${line.note}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
