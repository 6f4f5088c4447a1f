import type { Control, ControlCalls, ControlName } from '../../../server/control'
import { ADMIN } from '../identity'
import { noteStep } from './changes'

const REPLACING: Partial<Record<ControlName, 'import' | 'reset'>> = { import: 'import', reset: 'reset' }

/** The page's controls; those that replace what is stored keep what was there, so that it can be brought back. */
export function recordedControl(control: Control): Control {
  return async <N extends ControlName>(name: N, args: ControlCalls[N]['args']) => {
    const how = REPLACING[name]
    // What is stored may be unreadable, and replacing it the way out: then there is nothing to bring back.
    const before = how && (await control('export', null).catch(() => undefined))
    const result = await control(name, args)
    if (how && before !== undefined) noteStep({ did: 'replaced', how, before }, ADMIN)
    return result
  }
}
