import { featureGate } from '../../../api/releases/feature-gates'
import { GATES } from '../../../api/releases/gates'
import { existsAt, LEDGER } from '../../../api/releases/ledger'
import { PLUGINS } from '../../../api/releases/plugins'

/** One line of the ledger as a person reads it. */
export interface LedgerLine {
  readonly kind: 'behaviour' | 'gate' | 'plugin'
  readonly id: string
  readonly does: string
  /** The releases, as text: `1.19 – 1.24`. */
  readonly releases: string
  /** What holds at the chosen release, without flags. */
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
  return LEDGER.map((row) => {
    const gate = row.gate === undefined ? undefined : featureDefault(row.gate, release)
    const ended = row.endedBy === undefined ? undefined : featureDefault(row.endedBy, release)
    const on = existsAt(row, release) && gate !== false && ended !== true
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

/** Whether a gate is on by default; also for names that are gone, which keep their last state. */
function featureDefault(name: string, release: number): boolean {
  const last = GATES.get(name)?.stages.findLast((stage) => stage.stage !== 'gone' && existsAt(stage, release))
  return last?.stage === 'beta' || last?.stage === 'ga'
}

function gates(release: number): LedgerLine[] {
  return [...GATES.values()].map(({ name, does, inert, stages }) => {
    const known = featureGate(name, release)
    return {
      kind: 'gate',
      id: name,
      does,
      releases: stages.map(({ stage, since }) => `${stage} 1.${since}`).join(', '),
      state: known ? `${known.stage}, ${known.default ? 'on' : 'off'}` : 'unknown',
      note: inert === undefined ? '' : `No effect here: ${inert}`,
    }
  })
}

function plugins(release: number): LedgerLine[] {
  return PLUGINS.map((row) => ({
    kind: 'plugin',
    id: row.name,
    does: row.does,
    releases: spanText(row),
    state: !existsAt(row, release)
      ? 'unknown'
      : row.byDefault && existsAt(row.byDefault, release) && gateIsOn(row.byDefault.gate, release)
        ? 'on by default'
        : 'off by default',
    note: gateOf(row.byDefault ?? {}),
  }))
}

const gateIsOn = (gate: string | undefined, release: number): boolean =>
  gate === undefined || featureDefault(gate, release)

/** Every row of the ledger at a release (25 for 1.25), filtered by words in any order. */
export function ledgerLines(release: number, search: string): LedgerLine[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return [...behaviours(release), ...gates(release), ...plugins(release)].filter((line) => {
    const text = `${line.kind} ${line.id} ${line.does} ${line.state} ${line.note}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
