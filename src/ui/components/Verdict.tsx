import type { TraceStep } from '../../server/trace'
import { Icon, type IconName } from './Icon'

/** Colour and sign of a verdict. */
export type Tone = 'allowed' | 'refused' | 'changed' | 'waiting' | 'none'
const GLYPHS: Record<Tone, IconName> = {
  allowed: 'check',
  refused: 'cross',
  changed: 'changed',
  waiting: 'waiting',
  none: 'none',
}

/** The tone of a step in a trace. */
export const toneOf = (verdict: TraceStep['verdict']): Tone =>
  verdict === 'passed' ? 'allowed' : verdict === 'none' ? 'none' : verdict

/** The tone of an HTTP status; undefined while there is no answer. */
export const statusTone = (status: number | undefined): Tone =>
  status === undefined ? 'waiting' : status >= 400 ? 'refused' : status >= 300 ? 'changed' : 'allowed'

/** A verdict as glyph, word and colour, never as colour alone. */
export function Verdict({ tone, children }: { readonly tone: Tone; readonly children: React.ReactNode }) {
  return (
    <span className={`o-verdict o-tone-${tone}`}>
      <Icon name={GLYPHS[tone]} size={11} />
      {children}
    </span>
  )
}
